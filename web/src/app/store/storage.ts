/* The browser's store, which may be full, forbidden or filled by somebody else. Nothing here throws. */

export interface TextStore {
  read(key: string): string | null;
  /** False if it could not be kept. */
  write(key: string, text: string): boolean;
  remove(key: string): void;
}

export const browserStore: TextStore = {
  read(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  write(key, text) {
    try {
      localStorage.setItem(key, text);
      return true;
    } catch {
      return false;
    }
  },
  remove(key) {
    try {
      localStorage.removeItem(key);
    } catch {
      /* Nothing was kept, so nothing is left. */
    }
  },
};

/** A JSON object, or null for anything else. */
export function parseObject(text: string | null): Readonly<Record<string, unknown>> | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
