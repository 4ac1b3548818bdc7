export { equalBytes, oidOf, positiveIntegerOf, smallIntegerOf } from './der-values.ts';
export { OID } from './oids.ts';
export { childrenOf, DerError, type DerNode, expectTag, onlyPart, partsOf, readDer, TAG } from './read-der.ts';
export { writeDer, writeInteger, writeOid, writeSequence, writeSetOf } from './write-der.ts';
