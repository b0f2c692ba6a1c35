import { directionOf } from '@fanlight/contract/locales'
import type { EmailTemplate } from './email.ts'

/** The same email as plain text and as one quiet HTML page without anything to load. */
export function render(
  template: EmailTemplate,
  options: { site: string; siteUrl: string; locale: string },
): { text: string; html: string } {
  const { site, siteUrl, locale } = options
  const linkOf = (button: EmailTemplate['button']) => button && { label: button.label, url: `${siteUrl}${button.path}` }
  const [link, second] = [linkOf(template.button), linkOf(template.second)]
  const off = linkOf(template.off)
  const text = [
    ...template.paragraphs,
    ...(link ? [`${link.label}: ${link.url}`] : []),
    ...(second ? [`${second.label}: ${second.url}`] : []),
    ...(template.after ?? []),
    `— ${site}, ${siteUrl}`,
    ...(off ? [`${off.label}: ${off.url}`] : []),
  ].join('\n\n')
  const html = `<!doctype html>
<html lang="${escape(locale)}" dir="${directionOf(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(template.subject)}</title></head>
<body dir="${directionOf(locale)}" style="margin:0;background:#f4f6f8;color:#1a2026;font:16px/1.6 system-ui,-apple-system,'Segoe UI','Hiragino Sans','Noto Sans JP',sans-serif">
<div style="max-width:520px;margin:0 auto;padding:32px 20px"><div style="background:#fff;border-radius:12px;padding:28px">
${template.paragraphs.map(paragraph).join('\n')}
${link ? `<p style="margin:24px 0"><a href="${escape(link.url)}" style="display:inline-block;background:#0e6fa8;color:#fff;padding:12px 22px;border-radius:8px;text-decoration:none;font-weight:600">${escape(link.label)}</a></p>` : ''}
${second ? `<p style="margin:0 0 24px"><a href="${escape(second.url)}" style="color:#0e6fa8;font-weight:600">${escape(second.label)}</a></p>` : ''}
${(template.after ?? []).map(paragraph).join('\n')}
</div><p style="color:#5b6670;font-size:13px;text-align:center">${escape(site)} · <a href="${escape(siteUrl)}" style="color:#5b6670">${escape(siteUrl)}</a></p>${off ? `<p style="font-size:13px;text-align:center"><a href="${escape(off.url)}" style="color:#5b6670">${escape(off.label)}</a></p>` : ''}</div>
</body></html>`
  return { text, html }
}

const paragraph = (text: string) => `<p style="margin:0 0 14px;white-space:pre-line">${escape(text)}</p>`
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string) => text.replaceAll(/[&<>"']/g, (entry) => entities[entry]!)
