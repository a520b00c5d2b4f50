/* The lobby: seeks, games to watch, who is told of them. Part of internal.h. */
#ifndef FAN_HUB_LOBBY_H
#define FAN_HUB_LOBBY_H

#include "hub/hub.h"
#include "hub/map.h"
#include "hub/text.h"

typedef struct FanHubAsk FanHubAsk;
typedef struct FanHubCall FanHubCall;
typedef struct FanSender FanSender;
typedef struct FanSeek FanSeek;
typedef struct FanSeekWish FanSeekWish;

struct FanSeek {
    char id[FAN_STORE_ID_MAX];
    char owner[FAN_STORE_ID_MAX];
    char process[FAN_STORE_ID_MAX];
    json_t *seek; /* $defs.Seek */
    bool live;    /* lives as long as its owner is here; else until ends_ms */
    bool told;    /* to those who were in the lobby when it was made */
    bool shown;   /* to who came since, in the whole lobby */
    bool stale;   /* to be looked for in the store's list */
    int64_t made_ms, ends_ms;
    int64_t absent_ms; /* since when its owner is not here; 0: is here */
    FanSeek *previous, *next;
};

typedef struct FanLobby {
    FanMap seeks;
    FanSeek *first, *last; /* oldest first */
    json_t *removed;       /* ids that are to be told */
    bool added;            /* some seek is to be told */
    json_t *games;         /* array of GameSummary, newest first */
    int64_t games_ms;      /* when they were asked for */
    bool games_asked, seeks_known;
    unsigned beats;
    FanHubAsk **asks; /* that wait for them */
    size_t asks_count;
    json_t *changed_games, *gone_games;
    unsigned players_told;
    int64_t players_ms;
    FanText *whole;      /* what a newcomer is sent; NULL: to be made */
    size_t whole_bytes;  /* of the last that was made */
    FanSeekWish *wishes; /* seeks that are being made or accepted (seeking.c) */
    FanPeer *peers;
} FanLobby;

void fan_lobby_begin(FanHub *hub);
void fan_lobby_free(FanHub *hub);
void fan_lobby_enter(FanPeer *peer);
void fan_lobby_leave(FanPeer *peer);
void fan_lobby_flush(FanHub *hub);
void fan_lobby_tick(FanHub *hub); /* every mark */
void fan_lobby_heard(FanHub *hub, const json_t *text);
void fan_lobby_ask(FanHubAsk *ask);
void fan_lobby_end_live(FanHub *hub); /* draining */
/* Seeks (seeks.c). */
FanSeek *fan_seek_find(const FanHub *hub, const char *id); /* NULL: there is none */
void fan_seek_free(FanSeek *seek);
void fan_seek_put_in(FanHub *hub, FanSeek *seek); /* takes it over */
void fan_seek_take_out(FanHub *hub, FanSeek *seek);
/* What is stored and published of a seek, and back; NULL: it is none, or there is no memory. */
json_t *fan_seek_kept(const FanHub *hub, const FanSeek *seek);
FanSeek *fan_seek_read(const json_t *kept);
void fan_seek_keep(FanHub *hub, const FanSeek *seek, FanStoreDone *done, FanHubCall *call);
void fan_seek_publish_removal(FanHub *hub, const char *id);
/* Takes it out of the store, whatever becomes of that, and out of every lobby. */
void fan_seek_finish(FanHub *hub, FanSeek *seek);
void fan_seeks_tick(FanHub *hub);
void fan_seeks_expel(FanHub *hub, const char *player);
void fan_seeks_free(FanHub *hub);
/* What a sender asks for (seeking.c). */
void fan_seek_make(FanHub *hub, FanSender sender, const json_t *body);
void fan_seek_end(FanHub *hub, FanSender sender, const char *seek);
void fan_seek_accept(FanHub *hub, FanSender sender, const char *seek);

#endif
