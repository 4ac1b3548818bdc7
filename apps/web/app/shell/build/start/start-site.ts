/** The files that hydrate a page, by URL. */
export interface StartPlan {
  /** Files that routes share, dependencies first. */
  readonly shared: readonly string[];
  readonly manifest: string;
  /** Ids of the routes shown, from the outermost, each with its files. */
  readonly routes: readonly (readonly [id: string, files: readonly string[]])[];
  readonly entry: string;
}

/** Dispatched by the app once it has hydrated the page. */
export const SITE_READY_EVENT = 'assay:ready';

/**
 * Starts the app behind a page that can be read and used already: after the page has been painted, in pieces, so that
 * between any two of them the browser can respond to the user; at once when the user interacts with the page. What
 * was typed, ticked, pressed or sent before hydration is kept, and replayed to it afterwards; where the app does
 * not load, a form is sent as forms are without a script, unless one of its fields has to be read first (`data-read-first`,
 * with what to say then).
 *
 * Written into the page as text: it may use nothing from outside this function.
 */
export function startSite(
  plan: StartPlan,
  load: (url: string) => Promise<object>,
  readyEvent: string,
  patienceMs: number,
): void {
  const signs = ['pointerdown', 'keydown', 'touchstart', 'focusin', 'input'];
  const fields = new Set<HTMLInputElement | HTMLTextAreaElement>();
  let pressed: HTMLElement | null = null;
  let sent: { readonly form: HTMLFormElement; readonly by: HTMLElement | null } | null = null;
  let isHurried = false;
  let isPrepared = false;
  let isBegun = false;

  const pause = () => new Promise<void>((resolve) => (isHurried ? resolve() : setTimeout(resolve)));

  async function begin() {
    if (isBegun) return;
    isBegun = true;
    for (const url of [...plan.shared, plan.manifest]) {
      await load(url);
      await pause();
    }
    const modules: Record<string, unknown> = {};
    for (const [id, urls] of plan.routes) {
      const parts: object[] = [];
      for (const url of urls) {
        parts.push(await load(url));
        await pause();
      }
      modules[id] = Object.assign({}, ...parts);
    }
    Object.assign(window, { __reactRouterRouteModules: modules });
    await load(plan.entry);
  }
  const start = () =>
    void begin().catch((error: unknown) => {
      // Without the app the page works as it does without a script.
      giveUp();
      throw error;
    });

  function hurry() {
    if (isHurried) return;
    isHurried = true;
    void prepare();
    start();
  }

  /** Asks for all files, each in a turn of its own: asking takes the browser some milliseconds too. */
  async function prepare() {
    if (isPrepared) return;
    isPrepared = true;
    for (const url of [...plan.shared, plan.entry, plan.manifest, ...plan.routes.flatMap(([, files]) => files)]) {
      const link = document.createElement('link');
      Object.assign(link, { rel: 'modulepreload', href: url, fetchPriority: 'low' });
      document.head.append(link);
      await pause();
    }
    if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: patienceMs });
    else setTimeout(start, 200);
  }

  function noteField({ target }: Event) {
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) fields.add(target);
  }
  function notePress(event: Event) {
    const button = event.target instanceof Element ? event.target.closest<HTMLButtonElement>('button') : null;
    if (button === null || (button.form !== null && button.type === 'submit')) return;
    pressed = button;
  }
  function holdForm(event: SubmitEvent) {
    if (!(event.target instanceof HTMLFormElement)) return;
    event.preventDefault();
    sent = { form: event.target, by: event.submitter };
    setTimeout(giveUp, patienceMs);
  }

  function stopNoting() {
    for (const sign of signs) removeEventListener(sign, hurry, true);
    removeEventListener('input', noteField, true);
    removeEventListener('change', noteField, true);
    removeEventListener('click', notePress, true);
    removeEventListener('submit', holdForm, true);
  }
  function giveUp() {
    const held = sent;
    sent = null;
    if (held === null) return;
    // What may be a secret is read by the app first, or stays here.
    const field = held.form.querySelector<HTMLInputElement>('[data-read-first]');
    if (field === null) return held.form.submit();
    field.setCustomValidity(field.dataset['readFirst'] ?? '');
    field.reportValidity();
  }

  /** Replays what was typed or ticked, as input events: a value set by a script causes none. */
  function replay(field: HTMLInputElement | HTMLTextAreaElement) {
    if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')) {
      const isTicked = field.checked;
      if (field.type === 'radio' && !isTicked) return;
      field.checked = !isTicked;
      field.click();
      return;
    }
    const { value } = field;
    const [from, to] = field === document.activeElement ? [field.selectionStart, field.selectionEnd] : [null, null];
    field.value = '';
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    if (from !== null) field.setSelectionRange(from, to);
  }

  for (const sign of signs) addEventListener(sign, hurry, { capture: true, passive: true });
  addEventListener('input', noteField, true);
  addEventListener('change', noteField, true);
  addEventListener('click', notePress, true);
  addEventListener('submit', holdForm, true);
  addEventListener(
    readyEvent,
    () => {
      stopNoting();
      for (const field of fields) if (field.isConnected) replay(field);
      const held = sent;
      sent = null;
      // What was typed must be in the state before the form is sent.
      setTimeout(() => {
        if (pressed?.isConnected === true) pressed.click();
        if (held?.form.isConnected === true) held.form.requestSubmit(held.by);
      }, 100);
    },
    { once: true },
  );

  // A page that is not shown is not painted either.
  if (document.visibilityState === 'hidden') void prepare();
  else requestAnimationFrame(() => setTimeout(() => void prepare()));
}
