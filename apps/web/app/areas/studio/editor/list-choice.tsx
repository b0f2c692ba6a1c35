import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { call, type Reply } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { dot } from '../../../ui/dot.ts'
import { Checkbox } from '../../../ui/field.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { ItemDraft } from './draft.ts'

type FanList = Reply<'GET /performer/fan-lists'>['data'][number]
/** As many as there may be. */
const listsMax = 100

/** For which lists of fans it is. */
export function ListChoice({ draft, onChange }: { draft: ItemDraft; onChange: (change: Partial<ItemDraft>) => void }) {
  const t = useT()
  const [lists, setLists] = useState<readonly FanList[] | null>(null)
  const latest = useRef({ draft, onChange })
  latest.current = { draft, onChange }
  useEffect(() => {
    let isLate = false
    call('GET /performer/fan-lists', { query: { pageSize: listsMax } }).then(
      ({ data }) => {
        if (isLate) return
        setLists(data)
        // A list that was deleted since can't be seen here, nor saved.
        const { listIds } = latest.current.draft
        const left = listIds.filter((id) => data.some(({ _id }) => _id === id))
        if (left.length < listIds.length) latest.current.onChange({ listIds: left })
      },
      (error: unknown) => isLate || toast.problem(error),
    )
    return () => {
      isLate = true
    }
  }, [])
  const chosen = new Set(draft.listIds)
  return (
    <fieldset className="mt-4 grid min-w-0 gap-3 border-t border-line pt-4">
      <legend className="sr-only">{t('studio.lists.choose')}</legend>
      {lists === null ? (
        <Skeleton className="h-6 w-56" />
      ) : lists.length === 0 ? (
        <p className="text-sm text-ink-2">{t('studio.lists.noneYet')}</p>
      ) : (
        lists.map((list) => (
          <Checkbox
            key={list._id}
            checked={chosen.has(list._id)}
            label={`${list.name}${dot}${t('studio.lists.members', { count: list.members })}`}
            onChange={(event) =>
              onChange({
                listIds: event.currentTarget.checked
                  ? [...draft.listIds, list._id]
                  : draft.listIds.filter((id) => id !== list._id),
              })
            }
          />
        ))
      )}
      <Link to="/creator/audience" className="link justify-self-start text-sm">
        {t('studio.lists.manage')}
      </Link>
    </fieldset>
  )
}
