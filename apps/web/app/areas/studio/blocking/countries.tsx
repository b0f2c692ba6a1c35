import { X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useRevalidator } from 'react-router'
import { call, type Reply } from '../../../api/client.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { SettingsSection } from '../pieces/settings-frame.tsx'

export interface Country {
  code: string
  name: string
  region: string
  flag: string
}
type Effects = Reply<'GET /block/countries/effects'>['data']

const regionCodes = ['AF', 'AS', 'EU', 'NA', 'SA', 'OC'] as const
const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Countries where this creator is hidden. Nothing changes until it is saved, and the whole list is saved at once. */
export function Countries({ countries, blocked }: { countries: readonly Country[]; blocked: readonly string[] }) {
  const t = useT()
  const { number, list } = useFormats()
  const { revalidate } = useRevalidator()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(blocked))
  const [sought, setSought] = useState('')
  const { attempt, working: saving } = useMutation({ toasts: true })
  const { sendOrThrow } = useMutation()
  const [effects, setEffects] = useState<Effects | null>(null)
  const english = useMemo(() => new Intl.DisplayNames(['en'], { type: 'region' }), [])
  const changed = chosen.size !== blocked.length || blocked.some((code) => !chosen.has(code))
  const shown = countries.filter(({ code, name }) =>
    [name, english.of(code) ?? '', code].some((label) => plain(label).includes(plain(sought.trim()))),
  )
  const set = (codes: readonly string[], on: boolean) =>
    setChosen((now) => {
      const next = new Set(now)
      for (const code of codes)
        if (on) next.add(code)
        else next.delete(code)
      return next
    })
  const codes = [...chosen].sort()
  const body = { countries: codes }
  const saved = async () => {
    toast.success('ui.saved')
    await revalidate()
  }
  const save = () =>
    attempt(codes, async (change) => {
      // Blocking a country more ends what people there have; opening one ends nothing.
      if (codes.every((code) => blocked.includes(code))) {
        await change('POST /block/countries', { body })
        return saved()
      }
      setEffects((await call('GET /block/countries/effects', { query: { countries: String(codes) } })).data)
    })
  return (
    <SettingsSection title={t('creator.block.countries')} lead={t('creator.block.countriesLead')}>
      {chosen.size ? (
        <ul aria-label={t('creator.block.chosen')} className="flex flex-wrap gap-1.5">
          {countries
            .filter(({ code }) => chosen.has(code))
            .map(({ code, name, flag }) => (
              <li key={code}>
                <button
                  type="button"
                  className="inline-flex min-h-9 items-center gap-2 rounded-full bg-surface-2 ps-2.5 pe-3 text-sm pointer-coarse:min-h-11"
                  aria-label={t('creator.block.unblockName', { name })}
                  onClick={() => set([code], false)}
                >
                  <img src={flag} alt="" width={20} height={15} className="rounded-xs" />
                  {name}
                  <X className="icon size-4!" aria-hidden="true" />
                </button>
              </li>
            ))}
        </ul>
      ) : (
        <p className="text-sm text-ink-2">{t('creator.block.none')}</p>
      )}
      <fieldset className="min-w-0">
        <legend className="mb-2 text-sm font-semibold">{t('creator.block.regions')}</legend>
        <div className="flex flex-wrap gap-1.5">
          {regionCodes.map((region) => {
            const within = countries.filter((country) => country.region === region).map(({ code }) => code)
            const all = within.length > 0 && within.every((code) => chosen.has(code))
            return (
              <Button key={region} size="sm" aria-pressed={all} onClick={() => set(within, !all)}>
                {t(`creator.region.${region}`)}
              </Button>
            )
          })}
        </div>
      </fieldset>
      <Field label={t('creator.block.search')}>
        <Input
          type="search"
          value={sought}
          autoComplete="off"
          onChange={(event) => setSought(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </Field>
      <ul
        aria-label={t('creator.block.countries')}
        className="grid max-h-80 overflow-y-auto rounded-md px-3 ring-1 ring-line sm:grid-cols-2 sm:gap-x-4"
      >
        {shown.map(({ code, name, flag }) => (
          <li key={code}>
            <label className="flex min-h-11 min-w-0 items-center gap-3 text-sm">
              <input
                type="checkbox"
                checked={chosen.has(code)}
                onChange={(event) => set([code], event.currentTarget.checked)}
                className="tick"
              />
              <img src={flag} alt="" width={20} height={15} loading="lazy" className="rounded-xs" />
              <span className="min-w-0 wrap-anywhere">{name}</span>
            </label>
          </li>
        ))}
        {shown.length ? null : <li className="py-4 text-sm text-ink-2">{t('creator.block.notFound')}</li>}
      </ul>
      <div className="flex flex-wrap items-center gap-4">
        <Button
          variant="primary"
          size="lg"
          disabled={!changed}
          busy={saving ? t('ui.saving') : undefined}
          onClick={() => void save()}
        >
          {t('creator.block.save')}
        </Button>
        <p role="status" className="text-sm text-ink-3">
          {t('creator.block.count', { shown: number(chosen.size) })}
        </p>
      </div>
      {effects ? (
        <ConfirmDialog
          title={t('creator.block.confirmCountries')}
          action={t('creator.block.blockCountries')}
          busy={t('creator.block.blockingCountries')}
          onClose={() => setEffects(null)}
          onConfirm={async () => {
            await sendOrThrow('POST /block/countries', { body })
            await saved()
          }}
        >
          <p className="mb-2 font-semibold text-ink">
            {list(countries.filter(({ code }) => chosen.has(code) && !blocked.includes(code)).map(({ name }) => name))}
          </p>
          <CountryEffects effects={effects} />
        </ConfirmDialog>
      ) : null}
    </SettingsSection>
  )
}

/** What saving would end and return, in numbers. */
function CountryEffects({ effects }: { effects: Effects }) {
  const t = useT()
  const { number } = useFormats()
  const lines = [
    effects.subscriptions
      ? t('creator.block.endsSubscriptions', {
          subscriptions: number(effects.subscriptions),
          tokens: t.tokens(effects.returned),
        })
      : t('creator.block.endsNone'),
    effects.orders &&
      t('creator.block.cancelsOrders', { orders: number(effects.orders), tokens: t.tokens(effects.ordersReturned) }),
    effects.purchases && t('creator.block.keepsPurchases', { purchases: number(effects.purchases) }),
    t('creator.block.lastSeen'),
  ]
  return lines
    .filter((line) => typeof line === 'string')
    .map((line) => (
      <p key={line} className="mt-2">
        {line}
      </p>
    ))
}
