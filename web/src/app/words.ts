/* Words that come over the wire with a part of the page. */

import { useEffect, useReducer } from 'preact/hooks';
import type { LazyPart } from '../i18n/part';

/** Whether the words are there; draws the component again once they are. */
export function useWords(part: Pick<LazyPart<string>, 'load' | 'loaded'>): boolean {
  const [, again] = useReducer((count: number) => count + 1, 0);
  const loaded = part.loaded();
  useEffect(() => {
    let wanted = true;
    if (!loaded) part.load().then(() => wanted && again(undefined), () => undefined);
    return () => {
      wanted = false;
    };
  }, [loaded]);
  return loaded;
}
