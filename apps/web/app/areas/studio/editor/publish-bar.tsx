import { CalendarClock, ChevronDown } from 'lucide-react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { readTokens } from '../../../parts/money/read-tokens.ts'
import { useSite } from '../../../parts/site/site.ts'
import { Button } from '../../../ui/button.tsx'
import { dot } from '../../../ui/dot.ts'
import { Menu } from '../../../ui/menu.tsx'
import type { ItemDraft, SaveStatus } from './draft.ts'

interface PublishBarProps {
  draft: ItemDraft
  /** Whether its audience is chosen: products have none. */
  isGated: boolean
  /** What is in progress or prevents saving, as text. */
  obstacle: string
  /** Whether it was published before: then it is saved as it is, and published again if it is archived. */
  published: boolean
  archived: boolean
  /** When it is published, as text, where that is later. */
  later: string | null
  saving: SaveStatus | null
  canSave: boolean
  canPublish: boolean
  onSave: (status: SaveStatus) => void
}

/** The ways to save, with who will see it: at the bottom of a phone, at the top of wider screens. It has its own room and covers nothing. */
export function PublishBar({
  draft,
  isGated,
  obstacle,
  published,
  archived,
  later,
  saving,
  ...props
}: PublishBarProps) {
  const { canSave, canPublish, onSave } = props
  const t = useT()
  const main: SaveStatus = published && !archived ? 'unchanged' : 'published'
  const other: SaveStatus | null = published ? (archived ? 'unchanged' : null) : 'draft'
  const word = archived
    ? t('studio.publishAgain')
    : published
      ? t('studio.editor.saveChanges')
      : t(later ? 'studio.editor.schedule' : 'studio.editor.publish')
  return (
    <div
      data-bottom-bar="narrow"
      className="publish-bar flex items-center gap-3 border-t border-line bg-raised px-4 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] md:col-start-2 md:row-start-1 md:border-t-0 md:border-b md:bg-transparent md:py-0 md:ps-3 md:pe-7"
    >
      <div className="min-w-0 flex-1 md:text-end">
        {isGated ? <Summary draft={draft} later={published ? null : later} hasObstacle={obstacle !== ''} /> : null}
        <p role="status" className="line-clamp-2 text-xs text-ink-2 empty:hidden md:text-sm">
          {obstacle}
        </p>
      </div>
      <div className="flex shrink-0 gap-px">
        <Button
          variant={canPublish ? 'primary' : 'quiet'}
          className={other ? 'rounded-e-none! max-sm:px-4!' : undefined}
          busy={saving === main ? t('ui.saving') : undefined}
          disabled={!canPublish || (saving !== null && saving !== main)}
          onClick={() => onSave(main)}
        >
          {later && !published ? (
            <>
              <CalendarClock className="max-lg:hidden" aria-hidden="true" />
              <span className="max-md:hidden">{t('studio.composer.scheduleFor', { at: later })}</span>
              <span className="md:hidden">{word}</span>
            </>
          ) : (
            word
          )}
        </Button>
        {other ? (
          <Menu
            trigger={
              <Button
                variant={canPublish ? 'primary' : 'quiet'}
                aria-label={t('studio.composer.more')}
                className="rounded-s-none! px-2.5!"
                disabled={saving !== null}
              >
                <ChevronDown aria-hidden="true" />
              </Button>
            }
            actions={[
              {
                label: t(other === 'draft' ? 'studio.editor.saveDraft' : 'studio.editor.saveChanges'),
                disabled: other === 'draft' ? !canSave : !canPublish,
                onPress: () => onSave(other),
              },
            ]}
          />
        ) : null}
      </div>
    </div>
  )
}

/** On a phone, beside the button: who will see it and for how much. */
function Summary({ draft, later, hasObstacle }: { draft: ItemDraft; later: string | null; hasObstacle: boolean }) {
  const t = useT()
  const { tokens, money } = useFormats()
  const { tokenValue, currency } = useSite()
  const price = draft.gate === 'paid' ? readTokens(draft.price) : null
  const gate = t(`studio.gate.${draft.gate}`)
  return (
    <div className="md:hidden">
      <p className="num truncate text-sm font-strong">
        {price ? t('studio.composer.paidFor', { gate, count: price, tokens: tokens(price) }) : gate}
      </p>
      {(price || later) && !hasObstacle ? (
        <p className="num truncate text-xs text-ink-2">
          {[
            later,
            price ? money(price * tokenValue, currency) : null,
            price && draft.freeForSubscribers ? t('studio.composer.freeForSubscribers') : null,
          ]
            .filter((part) => part !== null)
            .join(dot)}
        </p>
      ) : null}
    </div>
  )
}
