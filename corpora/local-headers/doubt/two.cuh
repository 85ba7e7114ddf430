#pragma once
#define DOUBTFUL 0xff
