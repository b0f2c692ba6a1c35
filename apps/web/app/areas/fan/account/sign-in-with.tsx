import { Form, useRevalidator, useSearchParams } from 'react-router'
import type { Reply } from '../../../api/contract.ts'
import type { ProblemData } from '../../../api/problem.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { ProviderIcon } from '../../../parts/account/provider-icon.tsx'
import { useSettings } from '../../../parts/site/site.ts'
import { Button } from '../../../ui/button.tsx'
import { dot } from '../../../ui/dot.ts'
import { useProblemText } from '../../../ui/form.tsx'
import { PartialState } from '../../../ui/states.tsx'
import { Section } from './account-frame.tsx'

type Identity = Reply<'GET /auth/identities'>['data'][number]
export interface Identities {
  data: Identity[]
  problem: ProblemData | null
}

/** The sign-in providers of this account; nothing if the site has configured none and the account has used none. */
export function SignInWith({ identities, onRetry }: { identities: Identities; onRetry: () => void }) {
  const t = useT()
  const problemText = useProblemText()
  const [search] = useSearchParams()
  const offered = useSettings()?.signInProviders ?? []
  const names = [...new Set([...offered, ...identities.data.map(({ provider }) => provider)])]
  if (names.length === 0) return null
  return (
    <Section title={t('providers.section.title')} lead={t('providers.section.lead')}>
      {identities.problem ? (
        <PartialState onRetry={onRetry}>{problemText(identities.problem)}</PartialState>
      ) : (
        <ul className="divide-y divide-line rounded-lg bg-surface ring-1 ring-line">
          {names.map((name) => (
            <Row
              key={name}
              name={name}
              identity={identities.data.find(({ provider }) => provider === name)}
              isNew={search.get('added') === name}
            />
          ))}
        </ul>
      )}
    </Section>
  )
}

function Row({ name, identity, isNew }: { name: string; identity: Identity | undefined; isNew: boolean }) {
  const t = useT()
  const problemText = useProblemText()
  const { date } = useFormats()
  const { attempt, working, problem } = useMutation()
  const { revalidate } = useRevalidator()
  const remove = (provider: Identity['provider']) =>
    attempt(provider, async (change) => {
      await change('DELETE /auth/identities/:provider', { params: { provider } })
      await revalidate()
    })
  const label = t.maybe(`providers.name.${name}`) ?? name
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3.5">
      <span className="grid size-10 shrink-0 place-items-center rounded-sm bg-surface-2 text-ink-2">
        <ProviderIcon name={name} className="size-5" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{label}</p>
        <p className="text-xs wrap-anywhere text-ink-3">
          {identity ? (
            <>
              <bdi>{identity.label}</bdi>
              {dot}
              {t('providers.section.since', { when: date(identity.linkedAt) })}
            </>
          ) : (
            t('providers.section.none')
          )}
        </p>
        {isNew ? (
          <p role="status" className="text-xs font-medium text-success-text">
            {t('providers.section.added')}
          </p>
        ) : null}
      </div>
      {identity ? (
        <Button
          size="sm"
          variant="outline"
          disabled={!identity.can.remove || working}
          aria-label={t('providers.section.removeLabel', { name: label })}
          onClick={() => void remove(identity.provider)}
        >
          {t('providers.section.remove')}
        </Button>
      ) : (
        <Form method="post" action={`/auth/${name}/start`} reloadDocument>
          <input type="hidden" name="link" value="on" />
          <Button type="submit" size="sm" variant="outline" aria-label={t('providers.add', { name: label })}>
            {t('providers.section.add')}
          </Button>
        </Form>
      )}
      {identity && !identity.can.remove ? (
        <p className="basis-full text-xs text-ink-3">{t('providers.section.last')}</p>
      ) : null}
      {problem ? (
        <p role="alert" className="basis-full text-sm text-danger-text">
          {problemText(problem)}
        </p>
      ) : null}
    </li>
  )
}
