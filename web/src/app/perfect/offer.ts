/* What can be promised on a board under its rules, as the page asks for it. */

import { useEffect, useState } from 'preact/hooks';
import { PROOF_ADDRESS } from '../core';
import type { Offer } from './proved';
import { PAGE_PROVED, pageProves, plainRules } from './proved';
import type { ServerProver } from './server';
import { theServer } from './server';

export async function findOffer(variant: string, rules: string, server: Pick<ServerProver, 'offer'> = theServer): Promise<Offer> {
  if (!plainRules(rules)) return { state: 'none', why: 'rules' };
  if (pageProves({ variant, rules })) {
    const { file, ...proved } = PAGE_PROVED;
    return { state: 'here', proved: { ...proved, files: [{ ...file, address: PROOF_ADDRESS }] } };
  }
  const offer = await server.offer(variant, rules);
  // The page has what is proved of 5×5: it is the rules that differ.
  return offer.state === 'none' && variant === 'dimy' ? { state: 'none', why: 'rules' } : offer;
}

/** Null while it is not known. */
export function useOffer(variant: string, rules: string): Offer | null {
  const [found, setFound] = useState<{ readonly of: string; readonly offer: Offer } | null>(null);
  const of = `${variant} ${rules}`;
  useEffect(() => {
    let wanted = true;
    void findOffer(variant, rules).then((offer) => wanted && setFound({ of, offer }));
    return () => {
      wanted = false;
    };
  }, [of]);
  return found?.of === of ? found.offer : null;
}
