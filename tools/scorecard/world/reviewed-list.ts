import { type IsOnReviewedList, reviewedList } from '@assay/domain';
import { readEntityFacts } from '../../../apps/server/src/modules/labels/entities/entity-facts.ts';
import { readServicesList } from '../../../apps/server/src/modules/labels/entities/services-list.ts';

const facts = await readEntityFacts();
const { rows } = await readServicesList(facts, null);

/** The services that identify their customers, as the list that ships has them (docs/method/3, section 2.4). */
export const SHIPPED_LIST: IsOnReviewedList = reviewedList(rows, (entity) => facts.slugOf(entity));

/** Every service that an invented history names is on the list, as in the examples of docs/method/3. */
export const EVERY_SERVICE: IsOnReviewedList = () => true;
