#pragma once

#ifndef TITLE
#define TITLE "bodies"
#endif
// Keeps bodies that meet from flying off.
#ifndef SOFTENING
#define SOFTENING 1e-4
#endif

struct Body {
    double x, y, vx, vy, mass;
};

// Moves the bodies by `steps` steps of `dt`; 0 is success.
int integrate(Body *bodies, int count, int steps, double dt);

// Kinetic and potential energy of the bodies.
double energy(const Body *bodies, int count);
