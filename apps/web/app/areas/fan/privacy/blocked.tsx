import type { Reply } from '../../../api/contract.ts'
import { useT } from '../../../i18n/context.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { ActionForm, useInPlaceForm } from '../../../parts/forms/action-form.tsx'
import { Button } from '../../../ui/button.tsx'
import type { action } from './privacy.tsx'

/** A blocked user; the row disappears on click, and returns if the request is rejected. */
export function BlockedRow({ person }: { person: Reply<'GET /block/users'>['data'][number] }) {
  const t = useT()
  const form = useInPlaceForm<typeof action.unblock>('unblock')
  if (form.busy) return null
  return (
    <li className="flex items-center gap-4 px-4 py-3">
      <Avatar src={person.avatar} size={40} />
      <p className="min-w-0 flex-1 truncate font-semibold">
        <bdi>{person.name}</bdi> <bdi className="text-xs font-normal text-ink-3">@{person.username}</bdi>
      </p>
      <ActionForm form={{ ...form, problem: null }} action="/user/privacy">
        <Button
          type="submit"
          size="sm"
          variant="outline"
          name={form.name('id')}
          value={person._id}
          aria-label={t('privacy.blocked.undoLabel', { name: person.name })}
        >
          {t('privacy.blocked.undo')}
        </Button>
      </ActionForm>
    </li>
  )
}
