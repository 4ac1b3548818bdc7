import { createContext, type ReactNode, useContext } from 'react';

const NonceContext = createContext<string | undefined>(undefined);

/** Carries the nonce of the content security policy to every script tag. In the browser there is none, and none is needed. */
export function NonceProvider({ nonce, children }: { readonly nonce: string; readonly children: ReactNode }) {
  return <NonceContext value={nonce}>{children}</NonceContext>;
}

export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
