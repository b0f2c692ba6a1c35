import { type PreviewViewer, previewViewers } from '@fanlight/contract/access-preview'
import { assert } from '../../../platform/refusal.ts'
import { authorize, type Gate, type Lockable, type Relations } from '../../access/policy.ts'
import type { PolicyViewer } from '../../access/visibility.ts'

// The access policy itself, asked about people who are made up: somebody who follows, subscribes, bought, or is on a list.

const someone = '00000000-0000-4000-8000-000000000001'
const somePlan = '00000000-0000-4000-8000-000000000002'
const someList = '00000000-0000-4000-8000-000000000003'
const someItem = '00000000-0000-4000-8000-000000000004'

const viewerOf = (as: PreviewViewer): PolicyViewer =>
  as === 'visitor'
    ? { kind: 'visitor' }
    : { kind: 'signed-in', id: someone, role: 'user', status: 'active', permissions: [], accessEpoch: 0 }

function relationsOf(as: PreviewViewer, performerId: string): Relations {
  const when = (is: boolean, id: string) => new Set(is ? [id] : [])
  return {
    blockedPerformers: new Set(),
    geoBlockedPerformers: new Set(),
    closedPerformers: new Set(),
    ageClosedPerformers: new Set(),
    followedPerformers: when(as === 'follower', performerId),
    subscribedPerformers: when(as === 'subscriber', performerId),
    plans: when(as === 'subscriber', somePlan),
    purchases: when(as === 'buyer', someItem),
    lists: when(as === 'listed', someList),
  }
}

/** What each kind of viewer would get of a published item of this performer behind this gate. */
export function previewAccess(performerId: string, gate: Pick<Gate, 'type' | 'freeForSubscribers'>) {
  const item: Lockable = {
    id: someItem,
    performerId,
    availability: 'published',
    gate: { ...gate, planIds: [somePlan], listIds: [someList], price: 0n },
  }
  return previewViewers.map((viewer) => {
    const verdict = authorize(viewerOf(viewer), item, relationsOf(viewer, performerId))
    if (verdict.granted) return { viewer, view: true, locked: null }
    const { why: reason } = verdict
    assert(
      reason !== 'age' && reason !== 'blocked' && reason !== 'geo' && reason !== 'unavailable',
      'nothing hides an item from people who are made up',
    )
    return {
      viewer,
      view: false,
      locked: { reason, alsoBySubscribing: gate.type === 'paid' && gate.freeForSubscribers },
    }
  })
}
