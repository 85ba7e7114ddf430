#pragma once
#define SIZE 1000
#ifndef OFFSET
#define OFFSET 0
#endif
