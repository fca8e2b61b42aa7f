// A client of Ageway for .NET 8 and later, without other packages. NOT RUN BY US: try it with the kit before a shop relies on it.
// A shop needs CheckAsync; the loop lets the kit ask it: npx --no-install ageway-gate-test client -- dotnet run
using System.Net;
using System.Text.Json;
using System.Text.RegularExpressions;

while (Console.In.ReadLine() is { } line)
{
    var asked = JsonDocument.Parse(line).RootElement;
    string Text(string name) => asked.GetProperty(name).GetString()!;
    var timeout = TimeSpan.FromMilliseconds(asked.GetProperty("timeout_ms").GetInt32());
    var ageway = new Ageway(Text("base_url"), Text("plugin_key"), timeout);
    var (until, why) = await ageway.CheckAsync(Text("token"), Text("device_id"), asked.GetProperty("age").GetInt32());
    Console.WriteLine(until is null ? $$"""{"allowed":false,"why":"{{why}}"}""" : $$"""{"allowed":true,"until":"{{until:O}}"}""");
}

/// <summary>An instance, asked for one key.</summary>
public sealed class Ageway(string url, string pluginKey, TimeSpan timeout)
{
    const int MaxBytes = 64 * 1024;

    // Follows no redirect, takes no proxy from the environment, and unpacks nothing.
    static readonly HttpClient Client = new(new SocketsHttpHandler
    {
        AllowAutoRedirect = false,
        UseProxy = false,
        UseCookies = false,
        AutomaticDecompression = DecompressionMethods.None,
    })
    { Timeout = Timeout.InfiniteTimeSpan, MaxResponseContentBufferSize = MaxBytes };

    /// <summary>What a token proves for the device id of this visitor's session: only with an <c>Until</c> it is a yes, which ends then.</summary>
    public async Task<(DateTimeOffset? Until, string? Why)> CheckAsync(string? token, string? deviceId, int age)
    {
        if (token is null || !Regex.IsMatch(token, @"\A[A-Za-z0-9_.~-]{1,512}\z") || token.Trim('.') == "") return (null, "no_token");
        if (string.IsNullOrEmpty(deviceId)) return (null, "no_device");
        var path = $"{token}/{Uri.EscapeDataString(deviceId)}?plugin_key={Uri.EscapeDataString(pluginKey)}";
        using var deadline = new CancellationTokenSource(timeout);
        try
        {
            // Reads the whole body: one that is cut off or too long throws.
            using var response = await Client.GetAsync($"{url}/api/auth_check/{path}", deadline.Token);
            var status = (int)response.StatusCode;
            if (status == 404) return (null, "token_unknown");
            if (status == 429) return (null, "rate_limited");
            if (status >= 500) return (null, "unavailable");
            if (status != 200 || response.Content.Headers.ContentType?.MediaType != "application/json") return (null, "answer_invalid");
            using var answer = JsonDocument.Parse(await response.Content.ReadAsByteArrayAsync(deadline.Token));
            return ProofIn(answer.RootElement, age);
        }
        catch (OperationCanceledException) { return (null, "timeout"); }
        catch (JsonException) { return (null, "answer_invalid"); }
        catch (HttpRequestException fault)
        {
            return (null, fault.HttpRequestError == HttpRequestError.ConfigurationLimitExceeded ? "answer_invalid" : "unavailable");
        }
    }

    (DateTimeOffset? Until, string? Why) ProofIn(JsonElement answer, int age)
    {
        if (answer.ValueKind != JsonValueKind.Object) return (null, "answer_invalid");
        JsonElement Field(string name) => answer.TryGetProperty(name, out var value) ? value : default;
        var (verified, proven, mode, end) = (Field("verified").ValueKind, Field("age"), Field("mode"), Field("expires_at"));
        if (verified == JsonValueKind.False && proven.ValueKind == JsonValueKind.Null) return (null, "not_confirmed");
        if (verified != JsonValueKind.True || proven.ValueKind != JsonValueKind.Number || !proven.TryGetInt32(out var provenAge)
            || mode.ValueKind != JsonValueKind.String || mode.GetString() is not ("live" or "test")
            || end.ValueKind != JsonValueKind.String || !end.TryGetDateTimeOffset(out var until)) return (null, "answer_invalid");
        if (age is not (16 or 18) || provenAge < age) return (null, "age_too_low");
        if (mode.GetString() != (pluginKey.StartsWith("pk_live_", StringComparison.Ordinal) ? "live" : "test")) return (null, "wrong_mode");
        var (now, latest) = (DateTimeOffset.UtcNow, DateTimeOffset.UtcNow.AddMinutes(30));
        if (until <= now) return (null, "expired");
        return (until < latest ? until : latest, null);
    }
}
