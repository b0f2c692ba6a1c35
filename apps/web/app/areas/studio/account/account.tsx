import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
  useNavigation,
} from 'react-router'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { apiOf, visitOf } from '../../../api/visit.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { PageTitle } from '../../../parts/page-title.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { SettingsFrame } from '../pieces/settings-frame.tsx'
import { Basics } from './basics.tsx'
import { changesOf } from './changes.ts'
import { Links } from './links.tsx'
import { namesOf } from './names.server.ts'
import { Pictures } from './pictures.tsx'
import { Place } from './place.tsx'
import { Traits } from './traits.tsx'

export const handle = { messages: ['studio', 'traits'] }
export const clientMiddleware = [withMessages('studio', 'traits')]
export const meta = () => [{ name: 'robots', content: 'noindex' }]

export async function loader({ context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const [me, options, locale] = await Promise.all([
    api.call('GET /performers/me'),
    api.call('GET /user-additional'),
    visitOf(context).locale(),
  ])
  return { me: me.data, options: options.data, names: await namesOf(api, locale, me.data) }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  try {
    await apiOf(context).call('PUT /performers/me', { body: changesOf(form) })
    visitOf(context).setCookie(`locale=${String(form.get('locale'))}; Path=/; Max-Age=31536000; SameSite=Lax`)
    return { saved: true, problem: null }
  } catch (error) {
    if (error instanceof Response) throw error
    const problem = asProblem(error)
    return data({ saved: false, problem }, { status: problem.status || 503 })
  }
}

/** What fans see of a creator, and what the site has to know. */
export default function CreatorAccount() {
  const t = useT()
  const { me, options, names } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as { saved: boolean; problem: ProblemData | null } | undefined
  const busy = useNavigation().formAction === '/creator/account'
  return (
    <SettingsFrame title={t('studio.account.title')} detail={t('studio.account.detail')}>
      <PageTitle>{t('studio.account.title')}</PageTitle>
      {!me.email || !me.username ? (
        <p role="status" className="rounded-lg bg-token-soft px-4 py-3.5 text-token-soft-ink">
          {t('studio.account.complete')}
        </p>
      ) : null}
      <Pictures avatar={me.avatar} cover={me.cover} />
      <Form method="post" preventScrollReset className="grid gap-4">
        <FormProblem problem={answer?.problem}>
          <Basics me={me} />
          <Place me={me} names={names} />
          <Links links={me.links} />
          <Traits me={me} options={options} />
          <div className="flex items-center gap-4">
            <Button type="submit" look="primary" size="lg" busy={busy ? t('ui.saving') : undefined}>
              {t('studio.account.save')}
            </Button>
            <p role="status" className="text-sm font-[560] text-success-text">
              {answer?.saved && !busy ? t('ui.saved') : ''}
            </p>
          </div>
        </FormProblem>
      </Form>
    </SettingsFrame>
  )
}
