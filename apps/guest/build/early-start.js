if (early.reply)
  early.reply.catch(function (error) {
    console.warn(error);
  });
var link = document.createElement('link');
link.rel = 'modulepreload';
link.crossOrigin = '';
link.href = early.language === 'kr' ? '%TEXTS_KR%' : '%TEXTS_EN%';
if (link.href.indexOf('TEXTS') < 0) document.head.appendChild(link);
// A tap on the content of the server before the code has started is repeated then.
document.addEventListener(
  'click',
  function (event) {
    if (!early.isStarted) early.tapped = event.target;
  },
  true,
);
// The code did not start: an old browser, or a broken connection.
setTimeout(function () {
  var late = document.getElementById('late');
  if (late) late.hidden = false;
}, 15000);
