export { advance } from '../records/ratios.ts';
export { deriveColumnLabels } from './derive-columns.ts';
export { deriveColumnLabels2 } from './derive-columns-2.ts';
export { type AddressExposure, exposureOf } from './exposure-of.ts';
export * from './memory-accounts.ts';
export * from './memory-utxo.ts';
export * from './oracle.ts';
export * from './oracle-utxo.ts';
export * from './static-haircut.ts';
