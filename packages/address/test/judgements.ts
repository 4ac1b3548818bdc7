import { type NetworkChoice, validateAddress } from '../src/index.ts';

export const ok = (address: string, currency: string, network: NetworkChoice = 'prod') =>
  validateAddress(address, currency, { network }).ok;
export const reason = (address: string, currency: string, network: NetworkChoice = 'prod') => {
  const verdict = validateAddress(address, currency, { network });
  return verdict.ok ? 'accepted' : verdict.reason;
};
export const kind = (address: string, currency: string, network: NetworkChoice = 'prod') => {
  const verdict = validateAddress(address, currency, { network });
  return verdict.ok ? verdict.kind : 'refused';
};
export const checksum = (address: string, currency: string) => {
  const verdict = validateAddress(address, currency);
  return verdict.ok ? verdict.checksum : 'refused';
};
export const canonical = (address: string, currency: string) => {
  const verdict = validateAddress(address, currency);
  return verdict.ok ? verdict.canonical : 'refused';
};
