import { groupPeopleMax, groupPeopleMin, pricePerMinuteMax } from '@fanlight/contract/limits'
import { useState } from 'react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { useStore } from '../../../parts/live/store.ts'
import type { Stream } from '../../../parts/live/stream.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import type { Broadcast } from './broadcast.ts'
import { netTokens } from './net-tokens.ts'

interface GroupOfferProps {
  broadcast: Broadcast
  commissionPct: number
}
/** Whether fans in the room may ask for a group show, for how much, and how many it needs and lets in. */
export function GroupOffer({ broadcast, commissionPct }: GroupOfferProps) {
  const t = useT()
  const { number } = useFormats()
  const { stream, isByProgram } = useStore(broadcast)
  const [editing, setEditing] = useState(false)
  if (!stream) return null
  const offer = stream.groupOffer
  return (
    <section aria-labelledby="live-groups" className="rounded-lg bg-surface p-4 ring-1 ring-line">
      <div className="flex items-center gap-3">
        <h2 id="live-groups" className="min-w-0 flex-1 text-lg">
          {t('liveStudio.group.heading')}
        </h2>
        {offer ? (
          <Button size="sm" variant="ghost" className="-my-1 -me-3" onClick={() => setEditing(true)}>
            {t('liveStudio.show.edit')}
          </Button>
        ) : null}
      </div>
      <p className="num mt-1 text-sm text-ink-2">
        {offer
          ? t('liveStudio.group.offer', {
              tokens: t.tokens(offer.pricePerMinute),
              least: number(offer.peopleMin),
              most: number(offer.peopleMax),
            })
          : t('liveStudio.group.hint')}
      </p>
      {isByProgram ? <p className="mt-2 text-sm text-ink-2">{t('liveStudio.show.byProgram')}</p> : null}
      {offer || isByProgram ? null : (
        <Button size="sm" className="mt-3" onClick={() => setEditing(true)}>
          {t('liveStudio.group.set')}
        </Button>
      )}
      {editing ? (
        <OfferDialog
          broadcast={broadcast}
          offer={offer}
          commissionPct={commissionPct}
          onClose={() => setEditing(false)}
        />
      ) : null}
    </section>
  )
}

interface OfferDialogProps extends GroupOfferProps {
  offer: Stream['groupOffer']
  onClose: () => void
}
function OfferDialog({ broadcast, offer, commissionPct, onClose }: OfferDialogProps) {
  const t = useT()
  const { number, tokens } = useFormats()
  const [text, setText] = useState({
    price: offer ? String(offer.pricePerMinute) : '',
    least: String(offer?.peopleMin ?? 3),
    most: String(offer?.peopleMax ?? 10),
  })
  const { send, working, problem } = useMutation()
  const [price, least, most] = [Number(text.price), Number(text.least), Number(text.most)]
  const isPrice = price >= 1 && price <= pricePerMinuteMax
  const isPeople = least >= groupPeopleMin && least <= most && most <= groupPeopleMax
  const save = async (groupOffer: { pricePerMinute: number; peopleMin: number; peopleMax: number } | null) => {
    const reply = await send('PUT /streaming/update', { body: { groupOffer } })
    if (!reply) return
    broadcast.take(reply.data)
    onClose()
  }
  const digits = (name: keyof typeof text, most: number) => ({
    inputMode: 'numeric' as const,
    value: text[name],
    onChange: ({ target }: { target: { value: string } }) =>
      setText((before) => ({ ...before, [name]: target.value.replaceAll(/\D/g, '').slice(0, most) })),
  })
  const range = t('liveStudio.group.range', { least: number(groupPeopleMin), most: number(groupPeopleMax) })
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('liveStudio.group.heading')}
      locked={working}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          {offer ? (
            <Button variant="ghost" className="me-auto" onClick={() => void save(null)}>
              {t('liveStudio.show.stop')}
            </Button>
          ) : null}
          <Button variant="ghost" onClick={onClose}>
            {t('ui.back')}
          </Button>
          <Button
            variant="primary"
            disabled={!isPrice || !isPeople}
            busy={working ? t('liveStudio.show.saving') : undefined}
            onClick={() => void save({ pricePerMinute: price, peopleMin: least, peopleMax: most })}
          >
            {t('liveStudio.show.save')}
          </Button>
        </div>
      }
    >
      <FormProblem problem={problem}>
        <p className="mb-4 text-sm text-ink-2">{t('liveStudio.group.explain')}</p>
        <div className="grid gap-4">
          <Field
            label={t('liveStudio.group.tokens')}
            name="pricePerMinute"
            hint={
              isPrice
                ? t('liveStudio.show.youEarn', { earned: tokens(netTokens(price, commissionPct)) })
                : t('liveStudio.show.range', { max: number(pricePerMinuteMax) })
            }
          >
            <Input {...digits('price', 5)} />
          </Field>
          <Field label={t('liveStudio.group.least')} name="peopleMin" hint={range}>
            <Input {...digits('least', 2)} />
          </Field>
          <Field label={t('liveStudio.group.most')} name="peopleMax" hint={range}>
            <Input {...digits('most', 2)} />
          </Field>
        </div>
      </FormProblem>
    </Dialog>
  )
}
