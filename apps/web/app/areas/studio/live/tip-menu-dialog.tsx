import { menuItemTitleLengthMax, tipMenuMax } from '@fanlight/contract/limits'
import type { Stream } from '@fanlight/contract/streaming'
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { readTokens } from '../../../parts/money/read-tokens.ts'
import { useSettings } from '../../../parts/site/site.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Input } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'

interface Draft {
  key: string
  /** Of an item that is saved. */
  id?: string
  title: string
  /** As typed. */
  price: string
  isOn: boolean
}
const blank = (): Draft => ({ key: crypto.randomUUID(), title: '', price: '', isOn: true })

interface TipMenuDialogProps {
  menu: Stream['menu']
  onSaved: (menu: Stream['menu']) => void
  onClose: () => void
}
/** The whole menu: titles, prices, what is shown, in which order. */
export function TipMenuDialog({ menu, onSaved, onClose }: TipMenuDialogProps) {
  const t = useT()
  const settings = useSettings()
  const { send, working, problem } = useMutation()
  const [drafts, setDrafts] = useState<readonly Draft[]>(() =>
    menu.length === 0
      ? [blank()]
      : menu.map(({ _id, title, tokens, isOn }) => ({ key: _id, id: _id, title, price: String(tokens), isOn })),
  )
  const least = settings?.minimumTipPrice ?? 0
  const most = settings?.maximumTipPrice ?? Number.POSITIVE_INFINITY
  const isGood = ({ title, price }: Draft) => {
    const tokens = readTokens(price)
    return title.trim() !== '' && tokens !== null && tokens >= least && tokens <= most
  }
  const given = drafts.filter(({ title, price }) => title.trim() !== '' || price.trim() !== '')
  const save = async () => {
    const items = given.map(({ id, title, price, isOn }) => ({
      ...(id !== undefined && { _id: id }),
      title: title.trim(),
      tokens: readTokens(price) ?? 0,
      isOn,
    }))
    const reply = await send('PUT /streaming/menu', { body: { menu: items } })
    if (!reply) return
    onSaved(reply.data)
    onClose()
  }
  const change = (key: string, changed: Partial<Draft>) =>
    setDrafts((before) => before.map((draft) => (draft.key === key ? { ...draft, ...changed } : draft)))
  const move = (at: number, by: -1 | 1) =>
    setDrafts((before) => {
      const moved = [...before]
      ;[moved[at], moved[at + by]] = [moved[at + by]!, moved[at]!]
      return moved
    })
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={t('liveStudio.menu.heading')}
      width={620}
      locked={working}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button
            className="me-auto"
            disabled={drafts.length >= tipMenuMax}
            onClick={() => setDrafts((before) => [...before, blank()])}
          >
            <Plus aria-hidden="true" />
            {t('liveStudio.menu.add')}
          </Button>
          <Button variant="ghost" onClick={onClose}>
            {t('ui.back')}
          </Button>
          <Button
            variant="primary"
            disabled={!given.every(isGood)}
            busy={working ? t('liveStudio.menu.saving') : undefined}
            onClick={() => void save()}
          >
            {t('liveStudio.menu.save')}
          </Button>
        </div>
      }
    >
      <FormProblem problem={problem}>
        <p className="text-sm text-ink-2">{t('liveStudio.menu.hint')}</p>
        <ol className="mt-3 grid gap-3">
          {drafts.map((draft, at) => (
            <Row
              key={draft.key}
              draft={draft}
              n={at + 1}
              onChange={(changed) => change(draft.key, changed)}
              onUp={at > 0 ? () => move(at, -1) : undefined}
              onDown={at < drafts.length - 1 ? () => move(at, 1) : undefined}
              onRemove={() => setDrafts((before) => before.filter(({ key }) => key !== draft.key))}
            />
          ))}
        </ol>
      </FormProblem>
    </Dialog>
  )
}

interface RowProps {
  draft: Draft
  n: number
  onChange: (changed: Partial<Draft>) => void
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
  onRemove: () => void
}
function Row({ draft: { title, price, isOn }, n, onChange, onUp, onDown, onRemove }: RowProps) {
  const t = useT()
  return (
    <li className="flex flex-wrap items-center gap-2">
      <Input
        small
        dir="auto"
        aria-label={t('liveStudio.menu.itemTitle', { n })}
        value={title}
        maxLength={menuItemTitleLengthMax}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
        className="min-w-40 flex-1"
      />
      <Input
        small
        inputMode="decimal"
        aria-label={t('liveStudio.menu.itemTokens', { n })}
        value={price}
        onChange={(event) => onChange({ price: event.currentTarget.value })}
        className="w-24"
      />
      <span className="flex items-center">
        <input
          type="checkbox"
          className="tick me-1"
          aria-label={t('liveStudio.menu.itemOn', { n })}
          checked={isOn}
          onChange={(event) => onChange({ isOn: event.currentTarget.checked })}
        />
        <IconButton size="sm" label={t('liveStudio.menu.up', { n })} disabled={!onUp} onClick={onUp}>
          <ArrowUp aria-hidden="true" />
        </IconButton>
        <IconButton size="sm" label={t('liveStudio.menu.down', { n })} disabled={!onDown} onClick={onDown}>
          <ArrowDown aria-hidden="true" />
        </IconButton>
        <IconButton size="sm" label={t('liveStudio.menu.remove', { n })} onClick={onRemove}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      </span>
    </li>
  )
}
