export * from './asset.ts';
export * from './assets/index.ts';
export * from './category.ts';
export * from './confidence.ts';
export * from './currencies/index.ts';
export * from './network.ts';
export * from './protected-addresses.ts';
export * from './stars.ts';
