export type { RecomputePorts } from './again.ts';
export { canonicalResultOf } from './canonical-result-of.ts';
export type {
  CertificateDeps,
  CertifiedChecks,
  KeptReadings,
  ResultKeys,
  StoredCertificate,
} from './certificate.ports.ts';
export { certificateRoutes, keyRoutes } from './certificate.routes.ts';
export { buildCertificateService, type CertificateService, type IssuedCertificate } from './certificate.service.ts';
export { certificateStore } from './certificate.store.ts';
export { compareVersions } from './compare-versions.ts';
export { keptReadings } from './kept-readings.ts';
export { type InputDifference, type Recomputation, recompute } from './recompute.ts';
