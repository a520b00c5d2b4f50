/* Speaks to screen readers through two live regions by turns, so that the same words twice are heard twice. */

export function announcer(document: Document): (text: string) => void {
  const regions = [0, 1].map(() => {
    const region = document.createElement('div');
    region.className = 'hidden';
    region.setAttribute('aria-live', 'polite');
    region.setAttribute('data-live', '');
    document.body.append(region);
    return region;
  });
  let turn = 0;
  return (text) => {
    turn = 1 - turn;
    regions[1 - turn]!.textContent = '';
    regions[turn]!.textContent = text;
  };
}
