#pragma once

// Pi, by points that the library draws on the host's order.
double estimate_pi(int points, unsigned long long seed);

// Pi, by points that each thread draws for itself.
double estimate_pi_in_the_kernel(int points, unsigned long long seed);

// What a European call option is worth, by paths of its stock.
double price_option(int paths, double spot, double strike, double rate, double volatility, double years);
