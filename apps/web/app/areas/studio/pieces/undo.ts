import type { RequestInput } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { toast } from '../../../ui/toast.tsx'
import type { StudioItem } from './studio-items.ts'

type Changes = RequestInput<'PUT /performer/items'>['body']['changes']
export type Before = Pick<StudioItem, '_id' | 'status' | 'publishAt' | 'gate'>
/** One call that gives several items back what they had alike. */
export interface StepBack {
  ids: string[]
  changes: Changes
}

function stepsOf(items: readonly Before[], changesOf: (item: Before) => Changes | null): StepBack[] {
  const steps = new Map<string, StepBack>()
  for (const item of items) {
    const changes = changesOf(item)
    if (!changes) continue
    const step = steps.get(JSON.stringify(changes)) ?? { ids: [], changes }
    step.ids.push(item._id)
    steps.set(JSON.stringify(changes), step)
  }
  return [...steps.values()]
}

/** Back to the audience and the price that each item had. */
export const audienceBack = (items: readonly Before[]): StepBack[] =>
  stepsOf(items, ({ gate: { type, price, planIds, listIds, freeForSubscribers } }) => ({
    gate: {
      type: type as 'public',
      ...(type === 'paid' && { price: price ?? 0, freeForSubscribers }),
      ...(type === 'plan' && { planIds }),
      ...(type === 'list' && { listIds }),
    },
  }))

/** What was published or scheduled comes out of the trash as neither: it is again, when it was to be. */
export const publishingBack = (items: readonly Before[]): StepBack[] =>
  stepsOf(items, ({ status, publishAt }) =>
    status === 'published' ? { status } : status === 'scheduled' ? { publishAt } : null,
  )

/** Takes items out of the trash, and gives items back what they had. */
export function useUndo(onDone: () => unknown) {
  const t = useT()
  const { attempt } = useMutation({ toasts: true })
  const undo = async (trashed: readonly string[], steps: readonly StepBack[]) => {
    let refused = 0
    const isDone = await attempt([trashed, steps], async (change) => {
      for (const id of trashed) await change('POST /performer/trash/:id/restoration', { params: { id } })
      for (const { ids, changes } of steps) {
        const { data } = await change('PUT /performer/items', { body: { ids, changes } })
        refused += data.filter(({ result }) => result === 'refused').length
      }
    })
    if (isDone && refused === 0) toast.success('studio.undo.done')
    else if (isDone) toast.error('studio.undo.partly')
    await onDone()
  }
  /** The action of a toast. */
  return (trashed: readonly string[], steps: readonly StepBack[]) => ({
    action: { label: t('studio.undo.do'), run: () => void undo(trashed, steps) },
  })
}
