/** Versions of the method that this build carries out, oldest first. Any change of a number or rule is a new version. */
export const METHOD_VERSIONS = ['1', '2'] as const;
export type MethodVersion = (typeof METHOD_VERSIONS)[number];

/** What results are made with unless another version is asked for. */
export const METHOD_VERSION: MethodVersion = '1';

/** Narrows a version read from outside; false where this build does not hold it. */
export function isMethodVersion(value: string): value is MethodVersion {
  return METHOD_VERSIONS.some((version) => version === value);
}

/**
 * How version 1 of the method is carried out. Revision 1 departed from the published page in the points that
 * CHANGELOG.md lists; revision 2 does what the page says. A result states its revision (none means 1), and is
 * recomputed by it, so that issued results keep their bytes. Version 2 was never carried out in revision 1.
 */
export const METHOD_REVISIONS = [1, 2] as const;
export type MethodRevision = (typeof METHOD_REVISIONS)[number];

/** What new results are made with. */
export const METHOD_REVISION: MethodRevision = 2;

/** Narrows a revision read from outside; false where this build does not hold it. */
export function isMethodRevision(value: number): value is MethodRevision {
  return METHOD_REVISIONS.some((revision) => revision === value);
}
