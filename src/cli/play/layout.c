/* How the screen is divided; pure, so that every size can be tested. */
#include "cli/play/screen.h"

/* The view where the panel is at one place; false if it does not fit. */
static bool fit(const FanBoard *board, FanPanel panel, unsigned width, unsigned height,
                FanLayout *layout) {
    unsigned across = panel == FAN_PANEL_RIGHT ? FAN_PANEL_WIDTH + 1 : 0;
    unsigned down =
        FAN_TITLE_ROWS + FAN_FOOT_ROWS + (panel == FAN_PANEL_BELOW ? FAN_PANEL_HEIGHT : 0);
    FanView view = layout->view;
    if (width <= across || height <= down ||
        !fan_view_fit(&view, board, view.turned, view.flipped, width - across, height - down)) {
        return false;
    }
    layout->view = view;
    layout->panel = panel;
    if (panel == FAN_PANEL_RIGHT) {
        unsigned beside = view.width + FAN_PANEL_GAP, last = width - FAN_PANEL_WIDTH;
        layout->panel_x = beside < last ? beside : last;
    }
    return true;
}

/* What the board needs without a panel, lying whichever way takes fewer rows. */
static void tell_need(const FanBoard *board, FanLayout *layout) {
    unsigned longer = board->files > board->ranks ? board->files : board->ranks;
    unsigned shorter = board->files + board->ranks - longer;
    FanView view;
    if (fan_view_fit(&view, board, board->ranks > board->files, false, 5 + (longer - 1) * 4,
                     2 + (shorter - 1) * 2)) {
        layout->need_width = view.width;
        layout->need_height = view.height + FAN_TITLE_ROWS + FAN_FOOT_ROWS;
    }
}

/* Whether one layout is to be preferred to another: the larger board, then as it was wished. */
static bool is_better(const FanLayout *a, const FanLayout *b, bool turned) {
    return a->view.scale > b->view.scale ||
           (a->view.scale == b->view.scale && a->view.turned == turned && b->view.turned != turned);
}

FanLayout fan_layout(const FanBoard *board, bool turned, bool flipped, unsigned width,
                     unsigned height) {
    const FanLayout wished = {.view = {.turned = turned, .flipped = flipped},
                              .panel = FAN_PANEL_NONE,
                              .board_y = FAN_TITLE_ROWS};
    FanLayout best = wished;
    for (FanPanel panel = FAN_PANEL_RIGHT; panel <= FAN_PANEL_NONE; panel++) {
        FanLayout layout = wished;
        /* A screen without a panel only where there is room for none. */
        if ((panel != FAN_PANEL_NONE || !best.fits) && fit(board, panel, width, height, &layout)) {
            layout.fits = true;
            best = !best.fits || is_better(&layout, &best, turned) ? layout : best;
        }
    }
    tell_need(board, &best);
    return best;
}
