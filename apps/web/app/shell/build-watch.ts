/** How often a page asks whether a newer build of the site is served, in milliseconds (row ROUTE-19). */
export const BUILD_CHECK_MS = 3_600_000;

export interface BuildWatchOptions {
  readonly running: string;
  /** The build served now; null where nobody knows. May reject: then the next check tells. */
  readonly served: () => Promise<string | null>;
  /** Called once. */
  readonly onNewer: () => void;
  readonly now: () => number;
}

export interface BuildWatch {
  /** Asks if an hour has passed since the last time; otherwise does nothing. */
  lookIfDue(): Promise<void>;
  /** True from the moment a newer build was found: nothing is asked any more. */
  readonly isOver: boolean;
}

/** A page that was asleep over the hour asks as soon as it is looked at again. */
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
