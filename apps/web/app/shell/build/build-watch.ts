/** How often a page requests the id of the served build, in milliseconds (row ROUTE-19). */
export const BUILD_CHECK_MS = 3_600_000;

export interface BuildWatchOptions {
  readonly running: string;
  /** The build served now; null where it is unknown. May reject: then the next poll finds out. */
  readonly served: () => Promise<string | null>;
  /** Called once. */
  readonly onNewer: () => void;
  readonly now: () => number;
}

export interface BuildWatch {
  /** Requests the id when an hour has passed since the last request. */
  lookIfDue(): Promise<void>;
  /** True once a newer build was found; nothing is requested after that. */
  readonly isOver: boolean;
}

/** A page that was hidden for longer than an hour requests the id when it is visible again. */
export function watchBuild({ running, served, onNewer, now }: BuildWatchOptions): BuildWatch {
  let lookedAt = now();
  let isOver = false;
  return {
    get isOver() {
      return isOver;
    },
    async lookIfDue() {
      if (isOver || now() - lookedAt < BUILD_CHECK_MS) return;
      lookedAt = now();
      const found = await served();
      if (isOver || found === null || found === running) return;
      isOver = true;
      onNewer();
    },
  };
}
