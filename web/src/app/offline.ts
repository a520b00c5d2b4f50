/* Offline use: the service worker keeps every file of this version; a new version is told and starts next time. */

export type OfflineState = 'unknown' | 'ready' | 'insecure' | 'unavailable';

export class Offline {
  state: OfflineState = 'unknown';
  /** A newer version lies ready for the next start. */
  updated = false;
  private readonly listeners = new Set<() => void>();

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** `script` is the worker's address, null in a page under development. */
  async start(script: string | null): Promise<void> {
    if (!window.isSecureContext) {
      this.set('insecure');
      return;
    }
    if (!script || !('serviceWorker' in navigator)) {
      this.set('unavailable');
      return;
    }
    try {
      const registration = await navigator.serviceWorker.register(script);
      if (registration.waiting && navigator.serviceWorker.controller) this.activate(registration.waiting);
      registration.addEventListener('updatefound', () => this.follow(registration.installing));
      this.follow(registration.installing);
      await navigator.serviceWorker.ready;
      this.set('ready');
    } catch {
      this.set('unavailable');
    }
  }

  /** A version that was waiting when the page opened takes over now, before anything has been done. */
  private activate(waiting: ServiceWorker): void {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    waiting.postMessage('take-over-if-alone');
  }

  private follow(worker: ServiceWorker | null): void {
    if (!worker || !navigator.serviceWorker.controller) return;
    worker.addEventListener('statechange', () => {
      if (worker.state !== 'installed') return;
      this.updated = true;
      this.tell();
    });
  }

  private set(state: OfflineState): void {
    this.state = state;
    this.tell();
  }

  private tell(): void {
    this.listeners.forEach((listener) => listener());
  }
}
