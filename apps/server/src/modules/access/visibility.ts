import { hasPermission, idOf, type SignedIn, type Visitor } from '../../platform/viewer.ts'
import type { AgeScope } from './age.ts'

// May this viewer know of this performer: the rule, over relations that a statement has read. `visibility-sql.ts` is the same rule as an
// SQL condition, for lists that exclude before they count. visibility.test.ts compares the two.

/** The fields of a viewer that the rules of access read. */
export type PolicyViewer =
  | Pick<Visitor, 'kind'>
  | Pick<SignedIn, 'kind' | 'id' | 'role' | 'status' | 'permissions' | 'accessEpoch'>

/** The relations between one viewer and some performers. */
export interface VisibilityRelations {
  /** A block between the two, whichever of them made it. */
  blockedPerformers: ReadonlySet<string>
  geoBlockedPerformers: ReadonlySet<string>
  /** Suspended, closing, closed or not approved: `performer_is_closed`. */
  closedPerformers: ReadonlySet<string>
  /** Whose work is for adults, where this viewer has not shown that they are one. */
  ageClosedPerformers: ReadonlySet<string>
}

/** Why a performer is hidden from a viewer; undefined where they are not. */
export function whyHidden(
  viewer: PolicyViewer,
  performerId: string,
  relations: VisibilityRelations,
): 'blocked' | 'geo' | 'unavailable' | 'age' | undefined {
  if (performerId === idOf(viewer) || seesHidden(viewer)) return undefined
  if (relations.blockedPerformers.has(performerId)) return 'blocked'
  if (relations.geoBlockedPerformers.has(performerId)) return 'geo'
  if (relations.closedPerformers.has(performerId)) return 'unavailable'
  return relations.ageClosedPerformers.has(performerId) ? 'age' : undefined
}

export const hiddenAmong = (
  viewer: PolicyViewer,
  performerIds: readonly string[],
  relations: VisibilityRelations,
): Set<string> => new Set(performerIds.filter((id) => whyHidden(viewer, id, relations) !== undefined))

/** Staff who moderate view everything, of every performer. Staff with other permissions view what anybody views. */
export const seesHidden = (viewer: PolicyViewer): boolean =>
  viewer.kind === 'signed-in' && viewer.role === 'admin' && !isSuspended(viewer) && hasPermission(viewer, 'moderation')

export const isSuspended = (viewer: PolicyViewer): boolean =>
  viewer.kind === 'signed-in' && (viewer.status === 'suspended' || viewer.status === 'closed')

/** Whether a viewer's age hides a performer from them. */
export const ageHides = (scope: AgeScope, isAdult: boolean): boolean =>
  scope === 'all' || (scope === 'marked' && isAdult)
