import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { call, type Reply } from '../../../api/client.ts'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { apiOf } from '../../../api/visit.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { PageTitle } from '../../../parts/page-title.tsx'
import { useMe, useSettings, useSite } from '../../../parts/site.ts'
import { readTokens } from '../../../parts/read-tokens.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Field, Input, Select, Switch, Textarea } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'

export const handle = { messages: ['studio'] }
export const clientMiddleware = [withMessages('studio')]
export const meta = () => [{ name: 'robots', content: 'noindex' }]
export const loader = async ({ context }: LoaderFunctionArgs) => ({
  plans: (await apiOf(context).call('GET /performer/plans', { query: { active: 'true', sort: 'asc' } })).data,
})

type Plan = Reply<'GET /performer/plans'>['data'][number]
interface Draft {
  key: string
  id?: string
  type: Plan['type']
  months: number
  price: string
}
const rank = { free: 0, monthly: 1, bundle: 2, yearly: 3 }
const bundleMonths = [2, 3, 6, 9, 12, 18, 24]

export default function Pricing() {
  const t = useT()
  const { money, percent, tokens } = useFormats()
  const { plans } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const me = useMe()
  const settings = useSettings()
  const { currency, tokenValue } = useSite()
  const least = settings?.minimumSubscriptionPrice ?? 2.95
  const most = settings?.maximumSubscriptionPrice ?? 300
  const [drafts, setDrafts] = useState<Draft[]>(() =>
    plans.map((plan) => ({
      key: plan._id,
      id: plan._id,
      type: plan.type,
      months: plan.months,
      price: plan.price === null ? '' : String(plan.price),
    })),
  )
  const [name, setName] = useState(plans.find(({ type }) => type === 'monthly')?.name ?? plans[0]?.name ?? '')
  const [perks, setPerks] = useState((plans.find(({ perks: some }) => some.length)?.perks ?? []).join('\n'))
  const [working, setWorking] = useState(false)
  const [problem, setProblem] = useState<ProblemData | null>(null)
  const sorted = drafts.toSorted((a, b) => rank[a.type] - rank[b.type] || a.months - b.months)
  const monthly = readTokens(drafts.find(({ type }) => type === 'monthly')?.price ?? '')
  const has = (type: Draft['type']) => drafts.some((draft) => draft.type === type)
  const set = (key: string, change: Partial<Draft>) =>
    setDrafts(drafts.map((draft) => (draft.key === key ? { ...draft, ...change } : draft)))
  const add = (type: Draft['type'], months: number) =>
    setDrafts([
      ...drafts,
      {
        key: crypto.randomUUID(),
        type,
        months,
        price: monthly && type !== 'free' ? (Math.round(monthly * months * 85) / 100).toFixed(2) : '',
      },
    ])
  const bad = (draft: Draft) => {
    const price = readTokens(draft.price)
    return draft.type !== 'free' && (price === null || price < least || price > most)
  }
  const nameOf = (draft: Draft) =>
    draft.type === 'bundle' ? t('studio.pricing.bundle', { count: draft.months }) : t(`studio.pricing.${draft.type}`)
  const labelOf = (draft: Draft) => t('studio.pricing.priceOf', { plan: nameOf(draft) })
  const limits = t('studio.pricing.limits', { least: money(least, currency), most: money(most, currency) })
  const save = async () => {
    if (working) return
    setWorking(true)
    setProblem(null)
    const lines = perks
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
      .slice(0, 10)
    try {
      await call('PUT /performer/plans', {
        body: {
          plans: sorted.map(({ id, type, months, price }) => {
            const common = {
              ...(id ? { _id: id } : {}),
              name: name.trim() || t('studio.pricing.nameDefault'),
              perks: lines,
              active: true,
            }
            if (type === 'free') return { ...common, type }
            return type === 'bundle'
              ? { ...common, type, months, price: readTokens(price) ?? 0 }
              : { ...common, type, price: readTokens(price) ?? 0 }
          }),
        },
      })
      toast.success('ui.saved')
      await revalidate()
    } catch (error) {
      setProblem(asProblem(error))
    } finally {
      setWorking(false)
    }
  }
  return (
    <form action={() => void save()} className="mx-auto max-w-[760px]">
      <PageTitle>{t('studio.pricing.title')}</PageTitle>
      <PageHead
        title={t('studio.pricing.title')}
        detail={t('studio.pricing.detail')}
        back="/creator"
        actions={
          me?.username ? (
            <Link to={`/${me.username}#subscribe`} className="link text-sm max-sm:hidden">
              {t('studio.pricing.see')}
            </Link>
          ) : null
        }
      />
      <FormProblem problem={problem}>
        <section className="grid gap-4 rounded-lg bg-surface p-5 ring-1 ring-line">
          <Field label={t('studio.pricing.name')} hint={t('studio.pricing.nameHint')} name="name">
            <Input
              value={name}
              maxLength={60}
              required
              onChange={(event) => setName(event.currentTarget.value)}
              placeholder={t('studio.pricing.nameDefault')}
            />
          </Field>
          <Field label={t('studio.pricing.perks')} hint={t('studio.pricing.perksHint')} name="perks">
            <Textarea
              value={perks}
              rows={4}
              maxLength={1300}
              onChange={(event) => setPerks(event.currentTarget.value)}
            />
          </Field>
        </section>
        <section className="mt-4 rounded-lg bg-surface p-5 ring-1 ring-line">
          <h2 className="text-lg">{t('studio.pricing.plans')}</h2>
          <p className="mt-0.5 text-xs text-ink-3">{limits}</p>
          {settings?.freeSubscriptionEnabled ? (
            <Switch
              className="mt-4 border-t border-line pt-4"
              label={t('studio.pricing.free')}
              hint={t('studio.pricing.freeHint')}
              checked={has('free')}
              onChange={(event) =>
                event.currentTarget.checked ? add('free', 1) : setDrafts(drafts.filter(({ type }) => type !== 'free'))
              }
            />
          ) : null}
          <ul className="mt-3">
            {sorted
              .filter(({ type }) => type !== 'free')
              .map((draft) => {
                const price = readTokens(draft.price)
                const months = draft.type === 'yearly' ? 12 : draft.months
                const saving = monthly && price && draft.type !== 'monthly' ? 1 - price / (monthly * months) : 0
                return (
                  <li
                    key={draft.key}
                    className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-2 border-t border-line py-4 sm:grid-cols-[170px_minmax(0,1fr)_auto]"
                  >
                    <div className="flex min-h-12 items-center gap-2 font-[620]">
                      {draft.type === 'bundle' ? (
                        <Select
                          small
                          aria-label={t('studio.pricing.months')}
                          value={draft.months}
                          onChange={(event) => set(draft.key, { months: Number(event.currentTarget.value) })}
                        >
                          {bundleMonths.map((count) => (
                            <option key={count} value={count}>
                              {t('studio.pricing.bundle', { count })}
                            </option>
                          ))}
                        </Select>
                      ) : (
                        nameOf(draft)
                      )}
                    </div>
                    <Field
                      hideLabel
                      label={labelOf(draft)}
                      error={draft.price && bad(draft) ? limits : undefined}
                      className="col-span-2 sm:col-span-1 sm:col-start-2 sm:row-start-1"
                      hint={
                        price && !bad(draft) ? (
                          <span className="num">
                            {months > 1
                              ? `${t('studio.pricing.aMonth', { price: money(Math.round((price / months) * 100) / 100, currency) })} · `
                              : ''}
                            {t('studio.tokens', { shown: tokens(Math.ceil((price / tokenValue) * 100 - 1e-6) / 100) })}
                          </span>
                        ) : undefined
                      }
                    >
                      <Input
                        inputMode="decimal"
                        value={draft.price}
                        required
                        onChange={(event) => set(draft.key, { price: event.currentTarget.value })}
                        start={<span className="text-sm">{currency}</span>}
                        className="num ps-14!"
                        end={
                          saving >= 0.01 ? (
                            <Badge tone="leaf" className="me-2 h-5! text-2xs!">
                              {t('studio.pricing.saves', { percent: percent(Math.round(saving * 100) / 100) })}
                            </Badge>
                          ) : undefined
                        }
                      />
                    </Field>
                    <IconButton
                      label={t('studio.pricing.remove', { plan: nameOf(draft) })}
                      className="col-start-2 row-start-1 mt-1 sm:col-start-3"
                      onClick={() => setDrafts(drafts.filter(({ key }) => key !== draft.key))}
                    >
                      <Trash2 aria-hidden="true" />
                    </IconButton>
                  </li>
                )
              })}
          </ul>
          <div className="flex flex-wrap gap-2 border-t border-line pt-4">
            {has('monthly') ? null : (
              <Button size="sm" onClick={() => add('monthly', 1)}>
                <Plus aria-hidden="true" />
                {t('studio.pricing.monthly')}
              </Button>
            )}
            {drafts.length < 10 ? (
              <Button
                size="sm"
                onClick={() =>
                  add(
                    'bundle',
                    bundleMonths.find(
                      (count) =>
                        count > 2 && !drafts.some((draft) => draft.type === 'bundle' && draft.months === count),
                    ) ?? 3,
                  )
                }
              >
                <Plus aria-hidden="true" />
                {t('studio.pricing.addBundle')}
              </Button>
            ) : null}
            {has('yearly') ? null : (
              <Button size="sm" onClick={() => add('yearly', 12)}>
                <Plus aria-hidden="true" />
                {t('studio.pricing.yearly')}
              </Button>
            )}
          </div>
        </section>
        <p className="mt-4 text-sm text-ink-2">{t('studio.pricing.promise')}</p>
        <Button
          type="submit"
          look="primary"
          size="lg"
          className="mt-4"
          busy={working ? t('ui.saving') : undefined}
          disabled={drafts.some(bad) || !name.trim()}
        >
          {t('studio.pricing.save')}
        </Button>
      </FormProblem>
    </form>
  )
}
