import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'

/** Two answers of the same weight. A plain form: what a page may load is settled when it is loaded anew. */
export function Answers({ consentVersion, back }: { consentVersion: string; back: string }) {
  const t = useT()
  return (
    <form method="post" action="/cookies" className="cookie-answers">
      <input type="hidden" name="consentVersion" value={consentVersion} />
      <input type="hidden" name="back" value={back} />
      <Button type="submit" variant="outline" name="answer" value="no">
        {t('cookies.no')}
      </Button>
      <Button type="submit" variant="outline" name="answer" value="yes">
        {t('cookies.yes')}
      </Button>
    </form>
  )
}
