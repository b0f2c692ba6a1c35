import { useFetcher } from 'react-router'
import type { Reply } from '../../../api/contract.ts'
import { useT } from '../../../i18n/context.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'

/** A blocked user; the row disappears on click, and returns if the request is rejected. */
export function BlockedRow({ person }: { person: Reply<'GET /block/users'>['data'][number] }) {
  const t = useT()
  const fetcher = useFetcher()
  if (fetcher.formData) return null
  return (
    <li className="flex items-center gap-4 px-4 py-3">
      <Avatar src={person.avatar} size={40} />
      <p className="min-w-0 flex-1 truncate font-semibold">
        <bdi>{person.name}</bdi> <bdi className="text-xs font-normal text-ink-3">@{person.username}</bdi>
      </p>
      <fetcher.Form method="post" action="/user/privacy">
        <Button
          type="submit"
          size="sm"
          variant="outline"
          name="unblock"
          value={person._id}
          aria-label={t('privacy.blocked.undoLabel', { name: person.name })}
        >
          {t('privacy.blocked.undo')}
        </Button>
      </fetcher.Form>
    </li>
  )
}
