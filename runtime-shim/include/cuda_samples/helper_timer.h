// A stop watch in milliseconds, as NVIDIA's samples use it.
#pragma once
#include <chrono>

class StopWatchInterface {
  public:
    StopWatchInterface() {}
    virtual ~StopWatchInterface() {}
    virtual void start() = 0;
    virtual void stop() = 0;
    virtual void reset() = 0;
    // All that has run since the last reset, in milliseconds, with what runs now.
    virtual float getTime() = 0;
    // The mean of the stretches from a start to a stop, in milliseconds.
    virtual float getAverageTime() = 0;
};

class StopWatchLinux : public StopWatchInterface {
  public:
    void start() override {
        begun = clock::now();
        running = true;
    }
    void stop() override {
        total += since();
        running = false;
        ++sessions;
    }
    void reset() override {
        total = 0.0f;
        sessions = 0;
        begun = clock::now();
    }
    float getTime() override { return running ? total + since() : total; }
    float getAverageTime() override { return sessions > 0 ? total / static_cast<float>(sessions) : 0.0f; }

  private:
    typedef std::chrono::steady_clock clock;
    float since() const { return std::chrono::duration<float, std::milli>(clock::now() - begun).count(); }

    clock::time_point begun;
    float total = 0.0f;
    int sessions = 0;
    bool running = false;
};

inline bool sdkCreateTimer(StopWatchInterface **timer) {
    *timer = new StopWatchLinux();
    return true;
}

inline bool sdkDeleteTimer(StopWatchInterface **timer) {
    if (timer) {
        delete *timer;
        *timer = nullptr;
    }
    return true;
}

inline bool sdkStartTimer(StopWatchInterface **timer) {
    if (timer && *timer) (*timer)->start();
    return true;
}

inline bool sdkStopTimer(StopWatchInterface **timer) {
    if (timer && *timer) (*timer)->stop();
    return true;
}

inline bool sdkResetTimer(StopWatchInterface **timer) {
    if (timer && *timer) (*timer)->reset();
    return true;
}

inline float sdkGetAverageTimerValue(StopWatchInterface **timer) { return timer && *timer ? (*timer)->getAverageTime() : 0.0f; }

inline float sdkGetTimerValue(StopWatchInterface **timer) { return timer && *timer ? (*timer)->getTime() : 0.0f; }
