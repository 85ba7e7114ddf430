#pragma once
#define EVERY 0xffffffffu
