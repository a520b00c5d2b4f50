/* Where the front page shows playing each other, if the server the page came from lets people. It comes over the
 * wire after everything that is needed for a game here; where it stood the last time, room is left for it. */

import type { FunctionComponent, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useOnline } from '../page';

export function OnlineSlot(): VNode | null {
  const online = useOnline();
  const [Card, setCard] = useState<FunctionComponent | null>(null);
  useEffect(() => {
    if (!online.here || Card) return;
    let wanted = true;
    Promise.all([import('../lobby/HomeCard'), import('../lobby/words').then(({ loadWords }) => loadWords())]).then(
      ([{ HomeCard }]) => wanted && setCard(() => HomeCard),
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [online.here]);
  if (!online.expected) return null;
  return (
    <section class="card card-online" aria-labelledby={Card ? 'online-title' : undefined}>
      {online.here && Card && <Card />}
    </section>
  );
}
