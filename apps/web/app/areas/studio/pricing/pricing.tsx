import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { useMe, useSettings, useSite } from '../../../parts/site/site.ts'
import { readTokens } from '../../../parts/money/read-tokens.ts'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { AudienceTabs } from '../pieces/audience-tabs.tsx'
import { Field, Input, Switch, Textarea } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'
import { bundleMonths, type Draft, draftOf, inOrder } from './plan-draft.ts'
import { PlanRow } from './plan-row.tsx'

export const handle = { messages: ['studio', 'creator'] }
export const clientMiddleware = [withMessages('studio', 'creator')]
export const loader = async ({ context }: LoaderFunctionArgs) => {
  const api = apiOf(context)
  const [plans, me] = await Promise.all([
    api.call('GET /performer/plans', { query: { active: 'true', sort: 'asc' } }),
    api.call('GET /performers/me'),
  ])
  return { plans: plans.data, commissionPct: me.data.commissionPct }
}

export default function Pricing() {
  const t = useT()
  const { money, percent } = useFormats()
  const { plans, commissionPct } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const me = useMe()
  const settings = useSettings()
  const { currency } = useSite()
  const least = settings?.minimumSubscriptionPrice ?? 2.95
  const most = settings?.maximumSubscriptionPrice ?? 300
  const [drafts, setDrafts] = useState<Draft[]>(() => plans.map(draftOf))
  const [name, setName] = useState(plans.find(({ type }) => type === 'monthly')?.name ?? plans[0]?.name ?? '')
  const [perks, setPerks] = useState((plans.find(({ perks: some }) => some.length)?.perks ?? []).join('\n'))
  const { send, working, problem } = useMutation()
  const sorted = inOrder(drafts)
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
  const limits = t('studio.pricing.limits', { least: money(least, currency), most: money(most, currency) })
  const save = async () => {
    const lines = perks
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
      .slice(0, 10)
    const body = {
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
    }
    if (!(await send('PUT /performer/plans', { body }))) return
    toast.success('ui.saved')
    await revalidate()
  }
  return (
    <form action={() => void save()} className="max-w-list">
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
      <AudienceTabs />
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
          <p className="mt-2 rounded-md bg-surface-2 px-4 py-3 text-sm text-ink-2">
            {t('creator.commission.text', {
              fee: percent(commissionPct / 100),
              share: percent(1 - commissionPct / 100),
            })}{' '}
            {monthly
              ? t('creator.commission.example', {
                  price: money(monthly, currency),
                  earned: money(Math.floor(monthly * (100 - commissionPct)) / 100, currency),
                })
              : ''}
          </p>
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
              .map((draft) => (
                <PlanRow
                  key={draft.key}
                  draft={draft}
                  monthly={monthly}
                  name={nameOf(draft)}
                  wrong={bad(draft)}
                  limits={limits}
                  onChange={(change) => set(draft.key, change)}
                  onRemove={() => setDrafts(drafts.filter(({ key }) => key !== draft.key))}
                />
              ))}
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
          variant="primary"
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
