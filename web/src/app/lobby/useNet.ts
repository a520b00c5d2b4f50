/* What every page of playing each other stands on: who one is, the living lobby, acts and their refusals. */

import { useEffect, useRef, useState } from 'preact/hooks';
import { net } from '../../net';
import type { Identity } from '../../net/identity';
import { identity } from '../../net/identity';
import type { Lobby } from '../../net/protocol';
import type { Answer, Trouble } from '../../net/rest';
import { rest } from '../../net/rest';
import { useChanges } from '../page';
import { changeLobby } from './lobbyList';

/** Draws again whenever one becomes somebody else, or one's games change. */
export function useIdentity(): Identity {
  useChanges((listener) => identity.subscribe(listener));
  useEffect(() => void identity.arrive(), []);
  return identity;
}

/** Front pages look now and then; the lobby itself is told of every change. */
export type Following = 'live' | 'glances';
const GLANCE_MS = 30_000;

export interface LobbyNow {
  readonly lobby: Lobby | null;
  readonly why: Trouble | null;
}

export function useLobby(following: Following): LobbyNow {
  const [now, setNow] = useState<LobbyNow>({ lobby: null, why: null });
  useEffect(() => {
    let wanted = true;
    let told = false;
    const glance = async (): Promise<void> => {
      if (document.hidden) return;
      const answer = await rest.lobby();
      // What the connection tells is newer.
      if (wanted && !told) setNow((before) => (answer.ok ? { lobby: answer.value, why: null } : { ...before, why: answer.why }));
    };
    void glance();
    const stop = following === 'live'
      ? listen((change) => {
          told = true;
          setNow((before) => ({ lobby: change(before.lobby), why: null }));
        })
      : glanceAgain(() => void glance());
    return () => {
      wanted = false;
      stop();
    };
  }, []);
  return now;
}

function glanceAgain(glance: () => void): () => void {
  const timer = setInterval(glance, GLANCE_MS);
  document.addEventListener('visibilitychange', glance);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', glance);
  };
}

function listen(take: (change: (before: Lobby | null) => Lobby | null) => void): () => void {
  const client = net();
  const release = client.use();
  const deaf = client.onTell((tell) => {
    if (tell.is === 'lobby') take(() => ({ seeks: tell.seeks, games: tell.games, players: tell.players }));
    // A change of what one has not yet: the whole follows.
    else if (tell.is === 'lobby-change') take((before) => before && changeLobby(before, tell));
  });
  client.lobby(true);
  return () => {
    client.lobby(false);
    deaf();
    release();
  };
}

export interface Act {
  readonly busy: boolean;
  /** Why the last one did nothing. */
  readonly why: Trouble | null;
  /** Asks, one thing at a time, and goes on if it is granted. `as: 'player'`: one becomes a guest first, if nobody. */
  readonly run: <T>(ask: () => Promise<Answer<T>>, then: (value: T) => void | Promise<void>, as?: 'player') => Promise<void>;
}

export function useAct(): Act {
  const [busy, setBusy] = useState(false);
  const [why, setWhy] = useState<Trouble | null>(null);
  const running = useRef(false);
  const there = useRef(true);
  useEffect(() => () => void (there.current = false), []);
  const run: Act['run'] = async <T>(ask: () => Promise<Answer<T>>, then: (value: T) => void | Promise<void>, as?: 'player') => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setWhy(null);
    const answer: Answer<T> = as === 'player' && !(await identity.ensure()) ? refusedAtTheDoor<T>() : await ask();
    running.current = false;
    if (!there.current) return;
    setBusy(false);
    if (answer.ok) await then(answer.value);
    else setWhy(answer.why);
  };
  return { busy, why, run };
}

function refusedAtTheDoor<T>(): Answer<T> {
  return { ok: false, why: identity.refusal ?? { reason: 'needs-player', text: '' } };
}
