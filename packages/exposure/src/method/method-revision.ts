/** Version of docs/method that this package follows. Any change of a number or rule is a new version. */
export const METHOD_VERSION = '1';

/**
 * How version 1 of the method is carried out. Revision 1 departed from the published page in the points that
 * CHANGELOG.md lists; revision 2 does what the page says. A result states its revision (none means 1), and is
 * recomputed by it, so that issued results keep their bytes.
 */
export const METHOD_REVISIONS = [1, 2] as const;
export type MethodRevision = (typeof METHOD_REVISIONS)[number];

/** What new results are made with. */
export const METHOD_REVISION: MethodRevision = 2;

/** Narrows a revision read from outside; false where this build does not hold it. */
export function isMethodRevision(value: number): value is MethodRevision {
  return METHOD_REVISIONS.some((revision) => revision === value);
}
