import { worded } from "../text/worded.ts";

/**
 * Refusals in other languages: an inability (or an apology followed by one) next to a verb of helping, answering or
 * complying. Each stands for one language; the gaps are bounded, so matching stays linear. They are
 * compared with text in lower case.
 */
export const FOREIGN_REFUSALS: readonly RegExp[] = [
  // A bare "that I may not", "I refuse", in the languages below
  /^(?:das|dies|dazu|darüber|darauf|hierzu) (?:darf|kann|möchte|werde) ich (?:leider )?(?:nicht|nichts)(?: sagen| tun| machen)?$|\bnicht möglich[^.!?]{0,20}(?:antworten|helfen|beantworten)|\bich (?:muss|verweigere|lehne)\b[^.!?]{0,40}(?:ablehnen|verweigern|antwort|ab$)/i,
  /\bje (?:refuse|dois (?:décliner|refuser)|décline)\b|\bil m'est impossible de\b|^(?:désolée?, )?c'est impossible$/i,
  /\b(?:me niego|debo (?:rechazar|negarme)|no tengo permitido|me temo que no|no puedo (?:hacerlo|decirlo|decir nada))\b|\b(?:recuso-me|devo recusar|não posso (?:fazê-lo|dizer))\b|\b(?:mi rifiuto|devo rifiutare|non posso (?:farlo|dirlo))\b/i,
  /(?:вынужден[аы]?|вынуждены) отказать|я отказываюсь|противоречит моим|\bnie wolno mi\b|\bodmawiam\b/i,
  /我(?:必须|只能|需要)?拒绝|^(?:抱歉|对不起|不好意思)?[，,]?我?(?:做不到|办不到|帮不了)|违反了?.{0,10}(?:政策|规定|准则|规范)/,
  /^[^。、]{0,12}(?:できません|できかねます|お断りします|お断りいたします)[。]?$|^[^.]{0,12}(?:할|말할|말씀드릴|알려드릴|해 드릴) 수 없습니다[.]?$/,
  // A policy stands in the way, in any of these languages
  /^.{0,60}\b(?:verstößt|verstoßen|enfreint|(?:à|a) l'encontre|contraire à|infringe|incumple|infrange|viola|violano|contraria|нарушает|противоречит|narusza|strijdig|in strijd|违反|違反|위반)[^.!?]{0,40}(?:richtlinie|regeln|vorgaben|directives|règles|politique|consignes|política|normas|directrices|diretriz|linee guida|politic|regole|правил|политик|zasad|beleid|richtlijn|政策|规定|規定|准则|ポリシー|ガイドライン|규정|정책|지침)/i,
  /^.{0,40}(?:政策|规定|規定|准则|内容规范|ポリシー|ガイドライン|규정|정책|지침|richtlinien)[^.!?]{0,20}(?:违反|違反|不允许|不允許|禁止|反する|위반|어긋|nicht (?:erlaubt|gestattet|zulässig))/i,
  /^(?:извините|простите|к сожалению|désolée?|lo siento|mi dispiace|desculpe|es tut mir leid|przykro mi)\b[^.!?]{0,20}(?:невозможно|impossible|imposible|impossibile|impossível|unmöglich|nicht möglich|niemożliwe)/i,
  // German
  /\b(?:ich|wir) (?:kann|können|darf|dürfen|möchte|werde)\b[^.!?,;:]{0,60}\b(?:nicht|leider|keine[nr]?)\b[^.!?,;:]{0,60}\b(?:helfen|beantworten|antworten|weiterhelfen|nachkommen|erfüllen|unterstützen|bearbeiten|ausführen|behilflich|geben|bereitstellen|tun|machen|entsprechen|dienen)\b/i,
  /\b(?:kann|darf|werde|können) (?:ich|wir)\b[^.!?,;:]{0,50}\b(?:nicht|leider|keine[nr]?)\b[^.!?,;:]{0,50}\b(?:helfen|beantworten|antworten|weiterhelfen|nachkommen|erfüllen|unterstützen|bearbeiten|geben|tun|machen|dienen)\b/i,
  /\bich bin (?:leider )?nicht (?:in der lage|befugt|berechtigt|dazu)\b|^(?:es )?tut mir (?:sehr )?leid[^.!?]{0,40}\b(?:nicht|keine)\b/i,
  // French
  /(?:^|\s)(?:je|nous) (?:ne |n')(?:peux|pouvons|puis|suis|sommes|saurais|vais)(?: malheureusement)?(?: pas| guère)?[^.!?,;:]{0,50}(?:répondre|aider|assister|traiter|satisfaire|accéder|fournir|donner suite|accomplir|faire|effectuer|en mesure|capable|autorisée?|habilitée?|discuter|continuer)/i,
  /^(?:désolée?s?|je suis désolée?|je m'excuse|navrée?|malheureusement)\b[^.!?]{0,40}\b(?:ne|n')\s?(?:peux|puis|pouvons|suis|sommes)/i,
  // Spanish
  /(?:^|[\s,])(?:no (?:me es posible|es posible|puedo|podemos|estoy (?:en condiciones|autorizad[oa]|capacitad[oa])|soy capaz|tengo permitido)|no me está permitido)[^.!?,;:]{0,50}(?:ayudar|asistir|responder|contestar|cumplir|procesar|atender|proporcionar|realizar|hacer|satisfacer|completar|continuar|hablar|brindar|ofrecer)/i,
  /^(?:lo siento|lo lamento|disculp\w+|perdón|lamentablemente|desafortunadamente)\b[^.!?]{0,40}\bno (?:puedo|podemos|me es posible|estoy|soy capaz)/i,
  // Portuguese
  /(?:^|[\s,])não (?:posso|podemos|consigo|é possível|estou autorizad[oa]|sou capaz|tenho permissão)[^.!?,;:]{0,50}(?:ajudar|auxiliar|responder|atender|cumprir|processar|fornecer|fazer|realizar|completar|continuar|discutir)/i,
  /^(?:desculpe|desculpa|sinto muito|lamento|infelizmente|peço desculpas?)\b[^.!?]{0,40}\bnão (?:posso|podemos|consigo|é possível|estou)/i,
  // Italian
  /(?:^|[\s,])non (?:posso|possiamo|sono in grado|mi è possibile|è possibile|sono autorizzat[oa])[^.!?,;:]{0,50}(?:aiutar|assister|risponder|soddisfare|elaborare|fornir|fare|esaudire|eseguire|completare|continuare)/i,
  /^(?:mi dispiace|spiacente|purtroppo|mi scuso|scusa\w*)\b[^.!?]{0,40}\bnon (?:posso|possiamo|sono|mi è)/i,
  // Dutch, Swedish, Danish, Norwegian
  /\b(?:ik|wij|we) (?:kan|kunnen|mag|mogen)\b[^.!?,;:]{0,50}\b(?:niet|geen)\b[^.!?,;:]{0,50}\b(?:helpen|beantwoorden|voldoen|uitvoeren|verwerken|geven|assisteren|antwoorden)\b|^(?:het spijt me|sorry|helaas)\b[^.!?]{0,40}\b(?:ik|kan ik)\b[^.!?]{0,30}\b(?:niet|geen)\b/i,
  /\b(?:jag|jeg|vi) (?:kan|får|må)(?: tyvärr| desværre| dessverre| beklageligvis)? (?:inte|ikke)\b[^.!?,;:]{0,50}(?:hjälpa|hjælpe|hjelpe|svara|svare|besvara|utföra|udføre|utføre|uppfylla|opfylde|oppfylle|göra|gøre|gjøre)|^(?:tyvärr|desværre|dessverre|beklager|förlåt|undskyld)\b[^.!?]{0,30}\b(?:kan|får)\b[^.!?]{0,20}\b(?:inte|ikke)\b/i,
  // Finnish, Czech, Polish, Hungarian, Romanian
  /\b(?:en|emme) (?:\p{L}+ )?(?:voi|pysty|voida)\b[^.!?,;:]{0,60}(?:auttaa|vastata|toteuttaa|täyttää|tehdä|käsitellä)/iu,
  /\b(?:nemohu|nemůžu|nemůžeme|nejsem schop\w+|nemôžem)\b[^.!?,;:]{0,50}(?:pomoci|pomôcť|odpově\w+|odpoveda\w+|splnit|vyhovět|zpracovat|udělat|poskytnout)/i,
  /\bnie (?:mogę|możemy|jestem w stanie|wolno mi)\b[^.!?,;:]{0,50}(?:pomóc|odpowiedzie\w+|spełnić|zrealizować|wykonać|udzielić|zrobić|przetworzyć)/i,
  /\bnem (?:tudok|tudom|tudunk|áll módomban|segíthetek)\b[^.!?,;:]{0,50}|\b(?:nu (?:pot|putem)|nu sunt (?:în măsură|autorizat))\b[^.!?,;:]{0,50}(?:ajut|răspun|îndeplin|proces|oferi|face)/i,
  // Russian, Ukrainian
  /(?:^|[\s,])не (?:могу|можем|имею возможности|в состоянии|способен|способна|буду)[^.!?,;:]{0,50}(?:помочь|ответить|отвечать|выполнить|предоставить|обработать|обсуждать|сделать|удовлетворить|продолжить|помогать)/i,
  /(?:^|[\s,])не (?:можу|можемо|маю змоги)[^.!?,;:]{0,50}(?:допомогти|відповісти|виконати|надати|обробити|обговорювати)/i,
  // Turkish
  /(?:yardımcı olamam|yardımcı olamıyorum|yardım edemem|yanıtlayamam|yanıtlayamıyorum|cevap veremem|cevaplayamam|yerine getirem\w+|karşılayam\w+|işleyem\w+)/i,
  // Greek
  /δεν μπορώ (?:να )?[^.!;]{0,40}(?:βοηθήσω|απαντήσω|εκτελέσω|ικανοποιήσω|παράσχω|κάνω)/i,
  // Arabic, Hebrew, Persian
  /(?:لا (?:أستطيع|يمكنني|نستطيع|يمكننا|أقدر)|لست قادر|غير قادر|لا يسعني|لن أتمكن)/,
  /(?:איני יכול|אינני יכול|אני לא יכול|אין באפשרותי|לא אוכל|אין ביכולתי)/,
  /(?:نمی‌?توانم|قادر نیستم|نمی توانم)/,
  // Hindi, Bengali
  /(?:नहीं कर सकत|मदद नहीं|उत्तर नहीं दे|जवाब नहीं दे|असमर्थ|पूरा नहीं कर)/,
  /(?:সাহায্য করতে পার(?:ি|ব) না|উত্তর দিতে পার(?:ি|ব) না|অক্ষম)/,
  // Chinese
  /(?:我|我们|本人|暂时|目前|抱歉|对不起|不好意思|很遗憾)[^。！？]{0,30}(?:无法|不能|不可以|没办法|没法|無法|沒辦法|不方便)[^。！？，,；]{0,20}(?:回答|提供|协助|協助|帮助|幫助|帮|幫|满足|滿足|处理|處理|完成|讨论|討論|回复|回覆|执行|執行|给|給|继续|繼續|生成|做)/,
  /作为(?:一个|一名)?(?:ai|人工智能|语言模型|大语言模型)[^。！？]{0,30}(?:无法|不能|没有)/i,
  /^(?:抱歉|对不起|很遗憾|不好意思)?[，,]?(?:该|這個|这个|此|您的)?(?:问题|問題|请求|請求|内容|要求)?(?:无法|無法|不能|暂不支持|不予|拒绝|拒絕)(?:为您|向您)?(?:提供|回答|处理|處理|显示|顯示|完成|满足|协助|生成|回应)/,
  // Japanese
  /(?:申し訳|すみません|恐れ入りますが|恐縮ですが|残念ながら|ごめんなさい)[^。！？]{0,60}(?:できません|できかねます|いたしかねます|致しかねます|お答えできない|ありません(?!が))/,
  /(?:お答え|お手伝い|お応え|回答|対応|ご要望に|リクエストに|協力)[^。！？，,；]{0,20}(?:できません|しかねます|できかねます|いたしかねます|致しかねます|応じられません)/,
  // Korean
  /(?:도와드릴|도와 드릴|답변|대답|제공|수행|처리|응답|답해)[^.!?。]{0,15}(?:수(?:가)? 없|어렵|불가|못)/,
  // Vietnamese, Indonesian, Thai
  /(?:tôi|chúng tôi)[^.!?,;:]{0,20}không thể[^.!?,;:]{0,30}(?:giúp|trả lời|hỗ trợ|thực hiện|cung cấp|đáp ứng|xử lý)/i,
  /\b(?:saya|kami) (?:tidak (?:dapat|bisa|mampu)|tak (?:dapat|boleh))\b[^.!?,;:]{0,40}(?:membantu|menjawab|memenuhi|memproses|memberikan|melakukan)/i,
  /ไม่(?:สามารถ|อาจ)[^.!?,;:]{0,30}(?:ช่วย|ตอบ|ทำ|ดำเนินการ|ให้)/,
].map(worded);
