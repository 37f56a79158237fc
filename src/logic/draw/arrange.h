// logic/draw/arrange.h -- the arrangements that a model's structure gives.
//
// Each answers whether the picture fits; if not, lines and boxes are as before
// (their places may have moved).

#ifndef DX_LOGIC_DRAW_ARRANGE_H
#define DX_LOGIC_DRAW_ARRANGE_H

#include "logic/draw/picture.h"

bool dx_picture_set_coordinates(dx_picture *picture);
bool dx_picture_set_rows(dx_picture *picture);
bool dx_picture_set_bands(dx_picture *picture);
bool dx_picture_set_rooms(dx_picture *picture);
void dx_picture_set_table(dx_picture *picture);

// Takes all lines away.
void dx_picture_drop_lines(dx_picture *picture);

#endif
