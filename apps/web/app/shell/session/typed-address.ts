const KEY = 'assay.typed-address';

/** Keeps an address that was typed but not checked while the session ends: the next panel shows it again. */
export function keepTypedAddress(address: string): void {
  sessionStorage.setItem(KEY, address);
}

/** The address kept, once; empty where there is none. */
export function takeTypedAddress(): string {
  const address = sessionStorage.getItem(KEY) ?? '';
  sessionStorage.removeItem(KEY);
  return address;
}
