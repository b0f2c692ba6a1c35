import { minutesMinMax, pricePerMinuteMax, requestSecondsMax } from '@fanlight/contract/limits'
import { useState } from 'react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { useStore } from '../../../parts/live/store.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import type { Broadcast } from './broadcast.ts'
import { netTokens } from './net-tokens.ts'

interface ShowPriceProps {
  broadcast: Broadcast
  commissionPct: number
}
/** Whether fans in the room may ask for private shows, and for how much. */
export function ShowPrice({ broadcast, commissionPct }: ShowPriceProps) {
  const t = useT()
  const { seconds } = useFormats()
  const { stream, isByProgram } = useStore(broadcast)
  const [editing, setEditing] = useState(false)
  if (!stream) return null
  const price = stream.pricePerMinute
  return (
    <section aria-labelledby="live-shows" className="rounded-lg bg-surface p-4 ring-1 ring-line">
      <div className="flex items-center gap-3">
        <h2 id="live-shows" className="min-w-0 flex-1 text-lg">
          {t('liveStudio.show.heading')}
        </h2>
        {price === null ? null : (
          <Button size="sm" variant="ghost" className="-my-1 -me-3" onClick={() => setEditing(true)}>
            {t('liveStudio.show.edit')}
          </Button>
        )}
      </div>
      <p className="num mt-1 text-sm text-ink-2">
        {price === null
          ? t('liveStudio.show.hint')
          : t('liveStudio.show.offer', { tokens: t.tokens(price), earned: t.tokens(netTokens(price, commissionPct)) })}
        {price === null || stream.minutesMin === 0 ? null : (
          <> {t('liveStudio.show.offerMin', { time: seconds(stream.minutesMin * 60) })}</>
        )}
      </p>
      {isByProgram ? <p className="mt-2 text-sm text-ink-2">{t('liveStudio.show.byProgram')}</p> : null}
      {price === null && !isByProgram ? (
        <Button size="sm" className="mt-3" onClick={() => setEditing(true)}>
          {t('liveStudio.show.set')}
        </Button>
      ) : null}
      {editing ? (
        <PriceDialog
          broadcast={broadcast}
          price={price}
          minutesMin={stream.minutesMin}
          commissionPct={commissionPct}
          onClose={() => setEditing(false)}
        />
      ) : null}
    </section>
  )
}

interface PriceDialogProps extends ShowPriceProps {
  price: number | null
  minutesMin: number
  onClose: () => void
}
function PriceDialog({ broadcast, price, minutesMin, commissionPct, onClose }: PriceDialogProps) {
  const t = useT()
  const { number, seconds, tokens } = useFormats()
  const [text, setText] = useState(price === null ? '' : String(price))
  const [minutesText, setMinutesText] = useState(String(minutesMin))
  const { send, working, problem } = useMutation()
  const wanted = Number(text)
  const minutes = Number(minutesText)
  const isGood = /^\d{1,5}$/.test(text) && wanted >= 1 && wanted <= pricePerMinuteMax
  const save = async (pricePerMinute: number | null) => {
    const reply = await send('PUT /streaming/update', { body: { pricePerMinute, minutesMin: minutes } })
    if (!reply) return
    broadcast.take(reply.data)
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('liveStudio.show.heading')}
      locked={working}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          {price === null ? null : (
            <Button variant="ghost" className="me-auto" onClick={() => void save(null)}>
              {t('liveStudio.show.stop')}
            </Button>
          )}
          <Button variant="ghost" onClick={onClose}>
            {t('ui.back')}
          </Button>
          <Button
            variant="primary"
            disabled={!isGood || minutes > minutesMinMax}
            busy={working ? t('liveStudio.show.saving') : undefined}
            onClick={() => void save(wanted)}
          >
            {t('liveStudio.show.save')}
          </Button>
        </div>
      }
    >
      <FormProblem problem={problem}>
        <p className="mb-4 text-sm text-ink-2">{t('liveStudio.show.explain', { time: seconds(requestSecondsMax) })}</p>
        <Field
          label={t('liveStudio.show.tokens')}
          name="pricePerMinute"
          hint={
            isGood
              ? t('liveStudio.show.youEarn', { earned: tokens(netTokens(wanted, commissionPct)) })
              : t('liveStudio.show.range', { max: number(pricePerMinuteMax) })
          }
        >
          <Input
            inputMode="numeric"
            value={text}
            onChange={(event) => setText(event.target.value.replaceAll(/\D/g, '').slice(0, 5))}
          />
        </Field>
        <Field
          label={t('liveStudio.show.minutes')}
          name="minutesMin"
          hint={t('liveStudio.show.minutesHint', { max: number(minutesMinMax) })}
          className="mt-4"
        >
          <Input
            inputMode="numeric"
            value={minutesText}
            onChange={(event) => setMinutesText(event.target.value.replaceAll(/\D/g, '').slice(0, 2))}
          />
        </Field>
      </FormProblem>
    </Dialog>
  )
}
