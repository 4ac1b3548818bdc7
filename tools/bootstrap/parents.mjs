const LOOK_EVERY_MS = 300;

/**
 * Calls `onGone` when the npm that runs this script has ended: a killed npm passes nothing on. Without npm nothing is
 * watched, as a background job may well outlive the shell that began it.
 *
 * The scripts of package.json begin with `exec`, so that npm's signals reach this process and not a shell between.
 *
 * @param {() => void} onGone
 * @returns {() => void} ends the watch
 */
export function watchNpm(onGone) {
  if (process.env.npm_lifecycle_event === undefined) return () => undefined;
  const npm = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(timer);
    onGone();
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
